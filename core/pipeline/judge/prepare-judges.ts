import { randomUUID } from 'node:crypto';
import type { Participant } from '../../generated/prompt-response.ts';
import { joinTexts, type Text, tokensOf } from '../../text/shared-text.ts';
import { JUDGE_SETTINGS, type ModelPlan } from '../plan/model-plan.ts';
import {
  canTakeFiles,
  measureTexts,
  planCall,
  type PlannedCall,
  type ModelQuestion,
  type ServedModel,
  withTurns,
} from '../plan/plan-call.ts';
import type { RequestContext } from '../request-context.ts';
import { neutraliseForJudges, type Pair, pairsOf, sortPairs } from './answer-to-judge.ts';
import {
  describeAttachment,
  describeFunctions,
  describeTask,
  JUDGE_SYSTEM,
  judgeMessage,
  VERDICT_SCHEMA,
  type NeutralisedAnswer,
  type JudgedTask,
} from './judge-prompt.ts';
import { weighJudges, type WeighedJudges } from './weigh-judges.ts';

/** The judges of a request, ready to judge, and what they compare. */
export interface PreparedJudging {
  readonly preparedJudges: readonly PreparedJudge[];
  /** The pairs that each judge compares. */
  readonly pairs: readonly Pair[];
  readonly weighedJudges: WeighedJudges;
  /** Undefined without judges. */
  readonly neutralisedTask: NeutralisedTask | undefined;
}

/** One entry of `judges`, ready to judge any pair. */
export interface PreparedJudge {
  readonly entry: ModelPlan;
  /** The name of the judge in evaluations. */
  readonly participant: Participant;
  readonly seesAttachments: boolean;
  readonly task: JudgedTask;
  /** 122 random bits in hex, fresh for the request. They mark the blocks in a message. */
  readonly code: string;
  /** Its call without turns, because only the turns differ from pair to pair. */
  readonly planned: PlannedCall;
  /** Its question without the two answers, for estimates. */
  readonly questionWithoutAnswers: PlannedCall;
  /** The tokens of a question without its answers, counted high. The count does not depend on the code. */
  readonly questionTokens: number;
}

/** The task, the functions and the criteria as every judge of a request sees them, neutralised. */
export interface NeutralisedTask extends Pick<JudgedTask, 'task' | 'functions' | 'criteria'> {
  /** Counted high, and only once, because counting reads every character. */
  readonly taskTokens: number;
  /** The tokens of all three. */
  readonly tokens: number;
}

export const NO_JUDGES: PreparedJudging = {
  preparedJudges: [],
  pairs: [],
  weighedJudges: { weights: undefined, counts: [], passedOver: undefined, warnings: [] },
  neutralisedTask: undefined,
};

/** Planning fewer judges and questions takes a fraction of a millisecond. */
const UNPACED_QUESTIONS = 32;

/**
 * Prepares the judges of a request.
 * @param judges at least one.
 * @param answers how many are compared.
 * @param question to the models.
 */
export async function prepareJudges(
  judges: readonly ServedModel[],
  answers: number,
  question: ModelQuestion,
  context: RequestContext,
): Promise<PreparedJudging> {
  const { judge_pairs: requestedPairs, judge_prompt: ownCriteria } = context.prompt.request;
  const pairs = requestedPairs === undefined ? pairsOf(answers) : sortPairs(requestedPairs);
  const ids = pairs.length === 0 ? [] : judges.map(({ entry }) => entry.model.id);
  const weighed =
    context.snapshot.calibrations.length > 0
      ? weighJudges(ids, context)
      : { ...NO_JUDGES.weighedJudges, counts: ids.map(() => ({})) };
  const { system, turns, tools } = question;
  const task = await neutraliseForJudges(describeTask(system, turns), context);
  const criteria = ownCriteria && (await neutraliseForJudges(ownCriteria, context));
  const functions = tools && (await neutraliseForJudges(describeFunctions(tools), context));
  const taskTokens = tokensOf(task);
  const tokens = taskTokens + tokensOf(functions ?? '') + tokensOf(criteria ?? '');
  const neutralisedTask = { task, functions, criteria, taskTokens, tokens };
  // Planning each judge and pricing its pairs takes milliseconds for the widest requests, and quotes are free, so those
  // wait for their turn.
  if (judges.length * (1 + pairs.length) > UNPACED_QUESTIONS)
    await context.snapshot.upstream.nextTurn(context.account.id);
  const code = randomUUID().replaceAll('-', '');
  return {
    preparedJudges: judges.map((served, index) =>
      prepareJudge({ index, served, question, neutralisedTask, code }),
    ),
    pairs,
    weighedJudges: {
      ...weighed,
      warnings: [...weighed.warnings, ...judges.flatMap((judge) => judge.warnings)],
    },
    neutralisedTask,
  };
}

interface JudgeOptions extends Pick<PreparedJudge, 'code'> {
  readonly index: number;
  readonly served: ServedModel;
  /** The question to the models. */
  readonly question: ModelQuestion;
  readonly neutralisedTask: NeutralisedTask;
}

/** The same for every request, so they are measured once. */
const JUDGE_TEXTS = measureTexts({ system: JUDGE_SYSTEM, turns: [] });

export function prepareJudge({
  index,
  served,
  question: { attachments, cacheKey, outputSchema },
  neutralisedTask,
  code,
}: JudgeOptions): PreparedJudge {
  const { entry, inPlaceOf, tuning } = served;
  const { id } = entry.model;
  const seesAttachments = attachments.length === 0 || canTakeFiles(attachments, entry.model, entry.provider);
  const unseen = seesAttachments ? [] : attachments.map(describeAttachment);
  const task: JudgedTask = {
    task: joinTexts([neutralisedTask.task, ...unseen], '\n\n'),
    functions: neutralisedTask.functions,
    criteria: neutralisedTask.criteria,
    asksSchema: outputSchema !== undefined,
  };
  const planned = planCall(
    entry,
    {
      system: JUDGE_SYSTEM,
      turns: [],
      attachments: seesAttachments ? attachments : [],
      settings: JUDGE_SETTINGS,
      tuning,
      cacheKey,
      // A judge whose provider enforces no schema gets the form from the rules.
      outputSchema: entry.model.schemaEnforcement === 'instruction' ? undefined : VERDICT_SCHEMA,
      measured: JUDGE_TEXTS,
    },
    served,
  );
  const text = judgeMessage(task, NO_ANSWERS, code);
  const framing = judgeMessage(
    {
      task: ['', ...unseen].join('\n\n'),
      functions: task.functions && '',
      criteria: task.criteria && '',
      asksSchema: task.asksSchema,
    },
    NO_ANSWERS,
    code,
  );
  return {
    entry,
    participant:
      inPlaceOf === undefined ? { index, modelId: id } : { index, modelId: inPlaceOf, servedBy: id },
    seesAttachments,
    task,
    code,
    planned,
    questionWithoutAnswers: withTurns(planned, [{ role: 'user', text, cacheBreakpoint: false }]),
    questionTokens: neutralisedTask.tokens + tokensAround(framing, code),
  };
}

const NO_ANSWER: NeutralisedAnswer = { text: '', hasCalls: false, schemaValid: undefined };
/** Stands for the answers in a question whose answers are counted apart. */
const NO_ANSWERS = { first: NO_ANSWER, second: NO_ANSWER };

/** Upper bound of the tokens of a code, one for each hexadecimal digit. */
const CODE_TOKENS = 32;

/**
 * Counts the tokens of a message that holds markers and no long text, such as the files that a judge cannot see and the
 * gateway's own words.
 * @throws TypeError if it holds a long text.
 */
export function tokensAround(message: Text, code: string): number {
  if (typeof message !== 'string') throw new TypeError('a message without texts is a string');
  const parts = message.split(code);
  return parts.reduce((sum, part) => sum + tokensOf(part), (parts.length - 1) * CODE_TOKENS);
}
