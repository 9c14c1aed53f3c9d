import type { UpstreamOrder } from '../attachments/drain-upstream.ts';
import { askLoad } from './ask-load.ts';
import type { LoadFigures } from './load-figures.ts';
import type { Load } from './load.ts';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import { keepAwake, startPinned } from './pinned-process.ts';
import type { Subject } from './subjects.ts';

export type StartSubject = (upstreamUrl: string) => Promise<Subject>;

/** What a subject is posted: requests to so many models. */
export interface LoadTerms extends Pick<Load, 'connections' | 'seconds' | 'rate'> {
  readonly fanOut?: number;
}

export type Post = (subject: Subject, terms: LoadTerms) => Promise<LoadFigures>;

/** Gateways that run, and what posts to them. */
export interface UnderLoad {
  readonly subjects: readonly Subject[];
  readonly post: Post;
  /** Has the provider answer so from now on; until then it answers at once. */
  readonly order: (terms: UpstreamOrder) => Promise<unknown>;
}

const UPSTREAM = new URL('../attachments/drain-upstream.ts', import.meta.url);
const LOAD = new URL('./load.ts', import.meta.url);
/** Until its code is compiled: a gateway runs for weeks. After 8 s a request took a third more processor time. */
const WARM_UP_SECONDS = 25;

/** Starts a provider, a load generator and the gateways, and ends all of them after the work. */
export async function underLoad<Found>(
  starts: readonly StartSubject[],
  work: (scene: UnderLoad) => Promise<Found>,
): Promise<Found> {
  const upstream = startPinned(UPSTREAM, { processor: 'others' });
  const load = startPinned(LOAD, { processor: 'others' });
  const awake = keepAwake();
  const subjects: Subject[] = [];
  try {
    const upstreamUrl = `http://127.0.0.1:${await printedPort(upstream)}`;
    for (const start of starts) subjects.push(await start(upstreamUrl));
    return await work({
      subjects,
      post: ({ url, headers, body }, { fanOut = 1, ...terms }) =>
        askLoad(load, { ...terms, url, headers, body: body(fanOut) }),
      order: (terms) => ask(upstream, { ...terms }),
    });
  } finally {
    for (const subject of subjects) await subject.stop();
    await Promise.all([upstream, load, ...(awake === undefined ? [] : [awake])].map((child) => end(child)));
  }
}

/** Has each subject answer for a while, so that what is measured afterwards is compiled. */
export async function warmUp(
  { subjects, post }: Pick<UnderLoad, 'subjects' | 'post'>,
  seconds = WARM_UP_SECONDS,
  fanOut = 1,
): Promise<void> {
  for (const subject of subjects) await post(subject, { connections: 32, seconds, fanOut });
}
