import { ArgumentError } from '../../argument-error.ts';
import type { Terminal } from './ask.ts';

/** Valid answers by option, defaults included. An option that does not apply has none. */
export type Answers = ReadonlyMap<string, string>;

/** One fact that comes from a flag, from a person or from its default. */
export interface Question {
  /** The flag, without its dashes. */
  readonly option: string;
  readonly asks: string;
  /** False where earlier answers leave nothing to say; then its flag is refused. */
  readonly applies?: (answers: Answers) => boolean;
  /** Undefined, or a result of undefined: it must be answered. */
  readonly fallback?: (answers: Answers) => string | undefined;
  /** Words to choose from, where somebody else knows them. Never rejects. */
  readonly offers?: (answers: Answers) => Promise<readonly string[]>;
  /** What is wrong with an answer, in words that follow its name; undefined where nothing is. */
  readonly check: (answer: string, answers: Answers) => string | undefined;
}

/** What is wrong with answers taken together: by option, in words that follow its name. */
export type Review = (answers: Answers) => ReadonlyMap<string, string>;

/** A person who is wrong so often is no person. */
const MAX_TRIES = 20;
const MAX_OFFERS_SHOWN = 40;

/**
 * Answers every question. Where a flag that must be given is missing and somebody sits at the terminal, everything that
 * was not given is asked; else the rest takes its defaults.
 * @param given the flags.
 * @param review asked of a person's answers; what it finds wrong is asked again, the rest stays.
 * @throws Error naming a wrong flag and what it takes, or every missing one.
 */
export async function collectAnswers(
  questions: readonly Question[],
  given: (option: string) => string | undefined,
  openTerminal: () => Terminal | undefined,
  review: Review = () => new Map(),
): Promise<Answers> {
  const { answers, missing } = await fromFlags(questions, given);
  if (missing.length === 0) return answers;
  const terminal = openTerminal();
  if (terminal === undefined) throw new ArgumentError(await missingMessage(missing, answers));
  try {
    const answers = await fromPerson(questions, given, terminal);
    return await askAgain({ questions, answers, terminal, review });
  } finally {
    terminal.close();
  }
}

interface Flags {
  readonly answers: Answers;
  readonly missing: readonly Question[];
}

async function fromFlags(
  questions: readonly Question[],
  given: (option: string) => string | undefined,
): Promise<Flags> {
  const answers = new Map<string, string>();
  const missing: Question[] = [];
  for (const question of questions) {
    const flag = given(question.option);
    // What an unanswered question leaves open may still be answered.
    if (!applies(question, answers, missing.length === 0 ? flag : undefined)) continue;
    const answer = flag ?? question.fallback?.(answers);
    if (answer === undefined) missing.push(question);
    else answers.set(question.option, flag === undefined ? answer : checked(question, flag, answers));
  }
  return { answers, missing };
}

async function fromPerson(
  questions: readonly Question[],
  given: (option: string) => string | undefined,
  terminal: Terminal,
): Promise<Answers> {
  const answers = new Map<string, string>();
  terminal.say('Enter takes what stands in [brackets].\n');
  for (const question of questions) {
    const flag = given(question.option);
    if (!applies(question, answers, flag)) continue;
    const answer =
      flag === undefined ? await askOne(question, answers, terminal) : checked(question, flag, answers);
    answers.set(question.option, answer);
  }
  return answers;
}

async function askAgain({
  questions,
  answers,
  terminal,
  review,
}: {
  readonly questions: readonly Question[];
  readonly answers: Answers;
  readonly terminal: Terminal;
  readonly review: Review;
}): Promise<Answers> {
  const corrected = new Map(answers);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const problems = review(corrected);
    const wrong = questions.filter(({ option }) => problems.has(option));
    if (wrong.length === 0) return corrected;
    for (const question of wrong) {
      terminal.say(`--${question.option} ${problems.get(question.option) ?? ''}\n`);
      corrected.set(question.option, await askOne(question, corrected, terminal));
    }
  }
  return corrected;
}

function applies(question: Question, answers: Answers, flag: string | undefined): boolean {
  if (question.applies?.(answers) !== false) return true;
  if (flag !== undefined)
    throw new ArgumentError(`--${question.option} says nothing beside the other options; leave it out`);
  return false;
}

function checked(question: Question, answer: string, answers: Answers): string {
  const wrong = question.check(answer, answers);
  if (wrong !== undefined) throw new ArgumentError(`--${question.option} ${wrong}`);
  return answer;
}

async function askOne(question: Question, answers: Answers, terminal: Terminal): Promise<string> {
  const offers = (await question.offers?.(answers)) ?? [];
  for (const offer of offers.slice(0, MAX_OFFERS_SHOWN)) terminal.say(`  ${offer}\n`);
  if (offers.length > MAX_OFFERS_SHOWN) terminal.say(`  and ${offers.length - MAX_OFFERS_SHOWN} more\n`);
  const fallback = question.fallback?.(answers) ?? (offers.length === 1 ? offers[0] : undefined);
  const prompt = fallback === undefined ? `${question.asks}: ` : `${question.asks} [${fallback}]: `;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = (await terminal.ask(prompt)).trim() || fallback || '';
    const wrong = answer === '' ? 'must be answered' : question.check(answer, answers);
    if (wrong === undefined) return answer;
    terminal.say(`  This ${wrong}.\n`);
  }
  throw new Error(`--${question.option} was not answered; nothing was written`);
}

async function missingMessage(missing: readonly Question[], answers: Answers): Promise<string> {
  const options = missing.map(({ option }) => `--${option}`).join(', ');
  const offered = await Promise.all(
    missing.map(async ({ option, offers }) => [option, (await offers?.(answers)) ?? []] as const),
  );
  const choices = offered
    .filter(([, offers]) => offers.length > 0)
    .map(
      ([option, offers]) => `\n--${option} may be one of: ${offers.slice(0, MAX_OFFERS_SHOWN).join(', ')}`,
    );
  return `${options} ${missing.length === 1 ? 'is' : 'are'} missing; give them, or run this at a terminal to be asked${choices.join('')}`;
}
