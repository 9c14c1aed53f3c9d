import { appendFileSync, cpSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandActor } from '../../../core/commands/account/command-actor.ts';
import type { ReloadOfAll } from '../../../core/administration/reload-every-gateway.ts';
import { describePostgres } from '../../ledger/postgres/describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import { ROOT, type GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { writeGeneration } from '../../support/gateways/generations.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

interface Run {
  readonly code: number | null;
  readonly stderr: string;
  readonly report: ReloadOfAll;
}

await describePostgres('assay reload --all', (administrator) => {
  let database: TemporaryDatabase;
  let scene: ProcessScene;
  let one: GatewayProcess;
  let other: GatewayProcess;
  let folders: readonly [string, string];

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
    scene = await startScene({}, { ASSAY_DATABASE_URL: database.url });
    folders = [join(scene.folder, 'one'), join(scene.folder, 'two')];
    for (const folder of folders) cpSync(join(ROOT, 'manifests'), folder, { recursive: true });
    [one, other] = await Promise.all([
      scene.start({ ASSAY_MANIFESTS: folders[0] }),
      scene.start({ ASSAY_MANIFESTS: folders[1] }),
    ]);
  });
  afterAll(async () => {
    await scene.stop();
    await database.drop();
  });

  /** Whoever starts begins to listen for it in a moment. */
  async function reloadAll(isEnough: (report: ReloadOfAll) => boolean): Promise<Run> {
    let run: Run | undefined;
    await expect
      .poll(async () => {
        const { code, stdout, stderr } = await scene.assay(['reload', '--all', '--json']);
        run = { code, stderr, report: JSON.parse(stdout) };
        return isEnough(run.report);
      })
      .toBe(true);
    if (run === undefined) throw new Error('nothing was run');
    return run;
  }
  const byGateway = ({ report }: Run) =>
    new Map(report.gateways.map(({ gateway, answer, machine }) => [gateway, { answer, machine }]));
  const [atOne, atOther] = [
    () => new URL(one.operationsUrl).origin,
    () => new URL(other.operationsUrl).origin,
  ];

  it('reaches every gateway, and says which folder each has read', async () => {
    await reloadAll(({ silent }) => silent === 0);
    for (const folder of folders) writeGeneration(folder, 3);
    const run = await reloadAll(({ silent }) => silent === 0);
    expect([run.code, run.stderr]).toEqual([0, '']);
    const answers = byGateway(run);
    const swapped = { outcome: 'swapped', changed: { models: '+0 ~1 -0' }, problems: [] };
    expect([...answers.keys()].toSorted()).toEqual([atOne(), atOther()].toSorted());
    expect(answers.get(atOne())).toMatchObject({
      machine: hostname(),
      answer: { ...swapped, manifests: folders[0] },
    });
    expect(answers.get(atOther())).toMatchObject({
      answer: { ...swapped, manifests: folders[1] },
    });
    const { stdout } = await scene.assay(['audit', '--limit', '2', '--json']);
    const { name: actor, origin } = commandActor();
    const entry = { via: 'command', actor, origin, action: 'reload', detail: { outcome: 'swapped' } };
    expect(JSON.parse(stdout)).toMatchObject([entry, entry]);
    const table = await scene.assay(['reload', '--all']);
    expect([table.code, table.stdout.split('\n')]).toMatchObject([
      0,
      { length: 4, 0: expect.stringMatching(/^machine +gateway +manifests +outcome +registry +models/) },
    ]);
  });

  it('names the gateway that refuses, with the place, while the others reload', async () => {
    for (const folder of folders) writeGeneration(folder, 5);
    const file = join(folders[1], 'mistral.yaml');
    appendFileSync(file, '\n    colour: blue\n');
    const run = await reloadAll(({ silent }) => silent === 0);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(new RegExp(`^${RegExp.escape(file)}:\\d+:5 .*colour`));
    expect(run.stderr).toContain(
      `assay reload: ${atOther()} on ${hostname()} read ${folders[1]} and refused them; it keeps the files it has.\n`,
    );
    const answers = byGateway(run);
    expect(answers.get(atOne())?.answer?.outcome).toBe('swapped');
    expect(answers.get(atOther())?.answer).toMatchObject({
      outcome: 'refused',
      problems: [{ file, column: 5 }],
      problemsLeftOff: 0,
    });
  });

  it('counts a gateway that does not answer', async () => {
    one.signal('SIGSTOP');
    try {
      const run = await reloadAll(({ gateways }) => gateways.length === 1);
      expect([run.code, run.report.silent, [...byGateway(run).keys()]]).toEqual([1, 1, [atOther()]]);
      expect(run.stderr).toContain('1 gateway did not answer');
    } finally {
      one.signal('SIGCONT');
    }
  });
});

it('assay reload --all says that a SQLite ledger has one gateway, and asks that one', async () => {
  const scene = await startScene();
  try {
    const gateway = await scene.start();
    const { port, origin } = new URL(gateway.operationsUrl);
    const result = await scene.assay(['reload', '--all', '--json'], { ASSAY_METRICS_PORT: port });
    expect([result.code, result.stderr]).toEqual([
      0,
      'assay reload: A SQLite ledger has one gateway, so only that one is asked.\n',
    ]);
    expect(JSON.parse(result.stdout)).toMatchObject({ gateway: origin, outcome: 'unchanged' });
  } finally {
    await scene.stop();
  }
});
