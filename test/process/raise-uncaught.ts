import type { ChildEnvironment } from '../support/gateways/run-process.ts';

/** In no line of a log: an error's message may quote a caller. */
export const UNCAUGHT_MESSAGE = 'marker-of-an-uncaught-error';

/** The code's own address is its text, and a stack names it: the message is not in there as it is. */
const ERROR = `new Error([...'${[...UNCAUGHT_MESSAGE].toReversed().join('')}'].reverse().join(''))`;

const FAULTS = {
  rejected: `void Promise.reject(${ERROR})`,
  thrown: `throw ${ERROR}`,
} as const;

/** For a gateway, and its workers, in which nothing catches an error from each SIGUSR2 on. */
export function raisesUncaught(how: keyof typeof FAULTS): ChildEnvironment {
  const code = `process.on('SIGUSR2', () => { ${FAULTS[how]}; })`;
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` };
}
