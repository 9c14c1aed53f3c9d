import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BACKGROUND_PRIORITY } from './start-process.ts';
import type { UploadFigures, Uploads } from './uploader.ts';

export type { UploadFigures } from './uploader.ts';

/** Runs uploading clients in a process of their own, so that they slow nobody's clock. */
export async function postFiles(uploads: Uploads): Promise<UploadFigures> {
  const file = fileURLToPath(new URL('./uploader.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(uploads)], { execArgv: [] });
  setPriority(child.pid ?? 0, BACKGROUND_PRIORITY);
  const [figures] = (await once(child, 'message')) as [UploadFigures];
  return figures;
}
