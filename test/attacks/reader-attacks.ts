import { hostileModels, type Attack, type AttackScene } from './attack.ts';
import { bytesOf, post, PROMPT } from './attack-client.ts';
import { historyOf } from './text-attacks.ts';
import { holdUnread } from './unread-socket.ts';

/** More than the connections a gateway under this attack is given. */
const SOCKETS = 205;
/** More of it than the system keeps for a socket, so that some waits in the gateway. */
const SCRIPTS_PER_SOCKET = 6;
const PIPELINING_SOCKETS = 20;
/** With their heads about 3 MB over all sockets. */
const DOCUMENTS_PER_SOCKET = 3_000;
const RECORD_READERS = 40;
/** The largest record that a gateway agrees to make is taken. */
const RECORD_CHARACTERS = [28_000_000, 3_500_000, 900_000];

export const unreadScripts: Attack = {
  name: 'unread-scripts',
  summary: '205 anonymous sockets ask for a script of /docs and never read; 200 connections allowed',
  run: (scene) =>
    holdUnread(scene, SOCKETS, { path: '/docs/swagger-ui-bundle.js', pipelined: SCRIPTS_PER_SOCKET }),
};

export const pipelinedDocuments: Attack = {
  name: 'pipelined-documents',
  summary: '20 sockets pipeline 3 MB of requests for /openapi.json and never read',
  run: (scene) =>
    holdUnread(scene, PIPELINING_SOCKETS, { path: '/openapi.json', pipelined: DOCUMENTS_PER_SOCKET }),
};

export const unreadRecords: Attack = {
  name: 'unread-records',
  summary: '40 sockets ask for a record of up to 30 MB and never read; 5 requests in flight allowed',
  isLarge: true,
  async run(scene) {
    const id = await makeRecord(scene);
    if (id === undefined) return scene.tally.note('no record could be made');
    await holdUnread(scene, RECORD_READERS, {
      path: `/api/v1/prompts/${id}`,
      key: scene.keys.reader,
      pipelined: 1,
    });
  },
};

/** @returns the ID of a request whose record is as large as this gateway makes one. */
async function makeRecord(scene: AttackScene): Promise<string | undefined> {
  for (const characters of RECORD_CHARACTERS) {
    const history = historyOf(characters, 'Long records are read slowly. ');
    const body = bytesOf({ prompt: 'Hi.', models: hostileModels(1), history });
    const reply = await post(scene, { path: PROMPT, account: 'reader', body });
    if (reply?.status !== 200) continue;
    scene.tally.note(`a record of ${characters / 1e6} MB`);
    return (reply.body as { readonly promptLogId: string }).promptLogId;
  }
  return undefined;
}
