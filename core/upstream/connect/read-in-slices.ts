import type { Socket } from 'node:net';

/**
 * Bounds what a read of the socket gives that names no size; the rest stays in the socket's
 * own buffer. Undici hands back what it has not parsed when a reply pauses: without this it would take in the next 64 KiB
 * at every turn, whatever little it had parsed, and copy all it holds.
 * @param sliceBytes of the socket's buffer.
 */
export function readInSlices(socket: Socket, sliceBytes: number): void {
  const readAny = socket.read.bind(socket);
  socket.read = (bytes) => {
    // What a lost connection leaves behind is read in one go, since nobody asks twice.
    const isLong = socket.readableLength > sliceBytes && !socket.destroyed;
    return readAny(bytes ?? (isLong ? sliceBytes : undefined));
  };
}
