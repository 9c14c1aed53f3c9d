import type { Socket } from 'node:net';

const known = new WeakSet<Socket>();

/** Remembers that a key was accepted on this connection. */
export function markKnown(connection: Socket): void {
  known.add(connection);
}

/** Whether a key was ever accepted on it: somebody answers for what it holds. */
export function isKnown(connection: Socket): boolean {
  return known.has(connection);
}
