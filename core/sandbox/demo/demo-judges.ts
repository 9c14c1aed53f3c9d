import type { JudgeScript } from '../judge/judge-reply.ts';

/** What the demo's judges think of its four answers. One of them sees nothing to choose between the two best: order bias. */
export const DEMO_JUDGES: JudgeScript = {
  biased: { model: 'grok-4.5', fromMerit: 3 },
  opinions: [
    {
      about: 'has a finite binary expansion',
      note: 'Right about the cause, gives the exact sum, says why money is counted in whole units and where to round.',
      merit: 4,
    },
    {
      about: 'at the edge of the program',
      note: 'Right and brief, with two sound remedies, but nothing on where rounding belongs.',
      merit: 3,
    },
    {
      about: 'call toFixed(2) after every addition',
      note: 'Right about the cause; but toFixed returns a string and hides the error instead of avoiding it.',
      merit: 2,
    },
    {
      about: 'a bug in JavaScript',
      note: 'Wrong: every language with binary doubles gives this sum, and parseFloat yields the same doubles.',
      merit: 1,
    },
  ],
};
