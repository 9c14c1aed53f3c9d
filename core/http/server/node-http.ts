import process from 'node:process';

/**
 * `node:http`. To import it is to read each of its members, and the getter of `WebSocket` loads the copy of undici inside
 * Node, which takes every start 30 ms of processor time.
 */
export const http = process.getBuiltinModule('node:http');
