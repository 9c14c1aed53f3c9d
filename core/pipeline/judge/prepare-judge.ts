import type { Participant } from '../../generated/prompt-response.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { type Text, tokensOf } from '../../text/shared-text.ts';
import {
  JUDGE_SYSTEM,
  judgeMessage,
  REPAIR_INSTRUCTION,
  VERDICT_SCHEMA,
  type NeutralisedAnswer,
  type JudgedTask,
} from './judge-prompt.ts';
import { JUDGE_SETTINGS, type ServedModel } from '../plan/model-plan.ts';
import {
  canTakeFiles,
  measureTexts,
  planCall,
  type PlannedCall,
  type ModelQuestion,
  withTurns,
} from '../plan/plan-call.ts';

/** One entry of `judges`, ready to judge any pair. */
export interface PreparedJudge {
  readonly index: number;
  readonly entry: RegistryEntry;
  /** The name of the judge in evaluations. */
  readonly participant: Participant;
  readonly seesAttachments: boolean;
  /** Its question without the two answers, for estimates. */
  readonly withoutAnswers: PlannedCall;
  /** The tokens of a question without its answers, counted high. The count does not depend on the code. */
  readonly questionTokens: number;
  /** Plans the first question about two answers in this order. */
  readonly planQuestion: (answers: {
    readonly first: NeutralisedAnswer;
    readonly second: NeutralisedAnswer;
  }) => PlannedCall;
  /** Plans the one further question after a reply that could not be read. */
  planRepair(question: PlannedCall, reply: string): PlannedCall;
}

/** Upper bound of the part of its own unreadable reply that a judge gets back, in characters. */
const MAX_QUOTED_REPLY = 4_000;

/**
 * The task, the functions and the criteria as every judge of a request sees them, neutralised. Their tokens are counted
 * high, and only once, because counting reads every character.
 */
export interface NeutralisedTask extends Pick<JudgedTask, 'task' | 'functions' | 'criteria'> {
  readonly taskTokens: number;
  readonly functionsTokens: number;
  readonly criteriaTokens: number;
}

export interface JudgeOptions {
  readonly index: number;
  readonly served: ServedModel;
  /** The question to the models, with the judge's own tuning. */
  readonly modelQuestion: ModelQuestion;
  readonly neutralisedTask: NeutralisedTask;
  /** 128 bits in hex, fresh for the request. */
  readonly code: string;
}

/** The same for every request, so they are measured once. */
const JUDGE_TEXTS = measureTexts({ system: JUDGE_SYSTEM, turns: [] });

export function prepareJudge({
  index,
  served,
  modelQuestion,
  neutralisedTask,
  code,
}: JudgeOptions): PreparedJudge {
  const { entry, inPlaceOf, isRetired } = served;
  const { attachments } = modelQuestion;
  const seesAttachments = attachments.length === 0 || canTakeFiles(attachments, entry.model, entry.provider);
  const task: JudgedTask = {
    task: neutralisedTask.task,
    functions: neutralisedTask.functions,
    criteria: neutralisedTask.criteria,
    unseenAttachments: seesAttachments ? [] : attachments,
    asksSchema: modelQuestion.outputSchema !== undefined,
  };
  // The question is planned once, because only the turns differ from pair to pair.
  const question: ModelQuestion = {
    system: JUDGE_SYSTEM,
    turns: [],
    attachments: seesAttachments ? attachments : [],
    settings: JUDGE_SETTINGS,
    tuning: modelQuestion.tuning,
    // A judge whose provider enforces no schema gets the form from the rules.
    cacheKey: modelQuestion.cacheKey,
    outputSchema: entry.model.schemaEnforcement === 'instruction' ? undefined : VERDICT_SCHEMA,
    measured: JUDGE_TEXTS,
  };
  const isTuned = Object.keys(modelQuestion.tuning).length > 0;
  const fittedSettings = isTuned ? undefined : entry.judging;
  const planned = planCall(entry, question, { fittedSettings, served });
  const planQuestion: PreparedJudge['planQuestion'] = (answers) => {
    const text = judgeMessage(task, answers, code);
    const call = withTurns(planned, [{ role: 'user', text, cacheBreakpoint: false }]);
    const isUnprepared = answers.first.text === undefined || answers.second.text === undefined;
    return isUnprepared && !isRetired ? { ...call, fault: 'overloaded' } : call;
  };
  const { id } = entry.model;
  return {
    index,
    entry,
    participant:
      inPlaceOf === undefined ? { index, modelId: id } : { index, modelId: inPlaceOf, servedBy: id },
    seesAttachments,
    withoutAnswers: planQuestion({ first: NO_ANSWER, second: NO_ANSWER }),
    questionTokens:
      neutralisedTask.taskTokens +
      neutralisedTask.functionsTokens +
      neutralisedTask.criteriaTokens +
      framingTokens(task, code),
    planQuestion,
    planRepair({ call }, reply) {
      const quoted = reply.slice(0, MAX_QUOTED_REPLY).trim().toWellFormed();
      return withTurns(planned, [
        ...call.turns,
        { role: 'assistant', text: quoted === '' ? '(no readable reply)' : quoted, cacheBreakpoint: false },
        { role: 'user', text: REPAIR_INSTRUCTION, cacheBreakpoint: false },
      ]);
    },
  };
}

/** Upper bound of the tokens of a code, one for each hexadecimal digit. */
const CODE_TOKENS = 32;
/** Stands for an answer in a question whose answers are counted apart. */
const NO_ANSWER: NeutralisedAnswer = { text: '', hasCalls: false, schemaValid: undefined };

/**
 * Counts what surrounds the task, the functions, the criteria and the answers: the markers, the files that a judge cannot see and the
 * gateway's own words.
 */
function framingTokens(task: JudgedTask, code: string): number {
  const framing = {
    ...task,
    task: '',
    functions: task.functions === undefined ? undefined : '',
    criteria: task.criteria === undefined ? undefined : '',
  };
  return tokensAround(judgeMessage(framing, { first: NO_ANSWER, second: NO_ANSWER }, code), code);
}

/** Counts the tokens of a message that holds markers and no long text. */
export function tokensAround(message: Text, code: string): number {
  // Without the task and the answers a message is short enough to be a string.
  const parts = typeof message === 'string' ? message.split(code) : [];
  return parts.reduce((sum, part) => sum + tokensOf(part), (parts.length - 1) * CODE_TOKENS);
}
