/** What one subject showed at one level, by round. */
export interface Rounds<Figures> {
  readonly subject: string;
  /** Such as how many streams or clients. */
  readonly level: number;
  readonly rounds: readonly Figures[];
}

/** What each subject showed at each level. In each round all have a turn, so that whatever else the machine does meets all. */
export async function inTurns<Named extends { readonly name: string }, Figures>(
  subjects: readonly Named[],
  rounds: number,
  levels: readonly number[],
  measure: (subject: Named, level: number) => Promise<Figures>,
): Promise<readonly Rounds<Figures>[]> {
  const found = levels.flatMap((level) =>
    subjects.map((subject) => ({ subject, level, rounds: Array<Figures>() })),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const { subject, level, rounds: figures } of found) figures.push(await measure(subject, level));
  return found.map(({ subject, level, rounds: figures }) => ({
    subject: subject.name,
    level,
    rounds: figures,
  }));
}
