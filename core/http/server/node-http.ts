import process from 'node:process';

/**
 * `node:http`. An import would read each of its members, and the getter of `WebSocket` loads Node's copy of undici, which
 * takes 30 ms of processor time at every start.
 */
export const http = process.getBuiltinModule('node:http');
