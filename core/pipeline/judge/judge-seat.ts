import type { Turn } from '../../contract.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { NO_TEXTS } from '../../text/long-text.ts';
import {
  judgeMessage,
  REPAIR_INSTRUCTION,
  VERDICT_SCHEMA,
  type JudgedAnswer,
  type JudgedTask,
} from './judge-prompt.ts';
import { canTakeFiles } from '../plan/can-take-files.ts';
import { planCall, type PlannedCall, type Question } from '../plan/plan-call.ts';

/** One entry of `judges`, ready to be asked about any pair. */
export interface JudgeSeat {
  readonly index: number;
  readonly entry: RegistryEntry;
  readonly seesAttachments: boolean;
  /** The first question about two answers in this order. */
  ask(answers: { readonly first: JudgedAnswer; readonly second: JudgedAnswer }): PlannedCall;
  /** The one further question where the reply to the first could not be read. */
  askAgain(asked: PlannedCall, reply: string): PlannedCall;
}

/** Of an unreadable reply this much is shown back to its judge. */
const MAX_QUOTED_REPLY = 4_000;

export interface SeatTerms {
  readonly index: number;
  readonly entry: RegistryEntry;
  /** What the contestants were asked, with the attachments. */
  readonly asked: Question;
  /** What the judges are shown of it, neutralised. */
  readonly shown: Pick<JudgedTask, 'task' | 'criteria'>;
  /** 128 bits in hex, fresh for the request. */
  readonly code: string;
}

export function createSeat({ index, entry, asked, shown, code }: SeatTerms): JudgeSeat {
  const { attachments } = asked;
  const seesAttachments = canTakeFiles(attachments, entry.model, entry.provider);
  const task: JudgedTask = {
    ...shown,
    unseenAttachments: seesAttachments ? [] : attachments,
    asksSchema: asked.outputSchema !== undefined,
  };
  const plan = (system: Question['system'], turns: readonly Turn[]): PlannedCall =>
    planCall(entry, {
      system,
      turns,
      attachments: seesAttachments ? attachments : [],
      // Never the caller's sampling: a judge is to be repeatable.
      settings: { temperature: 0 },
      tuning: asked.tuning,
      texts: asked.texts ?? NO_TEXTS,
      // By instruction the form stands in the rules already.
      cacheKey: asked.cacheKey,
      outputSchema: entry.model.schemaEnforcement === 'instruction' ? undefined : VERDICT_SCHEMA,
    });
  return {
    index,
    entry,
    seesAttachments,
    ask(answers) {
      const { system, user } = judgeMessage(task, answers, code);
      const planned = plan(system, [{ role: 'user', text: user, cacheBreakpoint: false }]);
      const isUnprepared = answers.first.text === undefined || answers.second.text === undefined;
      return isUnprepared ? { ...planned, fault: 'overloaded' } : planned;
    },
    askAgain({ call, texts }, reply) {
      const quoted = texts.has(reply) ? '' : reply.slice(0, MAX_QUOTED_REPLY).trim().toWellFormed();
      const again: readonly Turn[] = [
        { role: 'assistant', text: quoted === '' ? '(no readable reply)' : quoted, cacheBreakpoint: false },
        { role: 'user', text: REPAIR_INSTRUCTION, cacheBreakpoint: false },
      ];
      return plan(call.system, [...call.turns, ...again]);
    },
  };
}
