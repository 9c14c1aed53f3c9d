/** What the gateways of this worker answered other than openapi.json says, until somebody takes it. */
const found: string[] = [];

export function reportUndocumented(problems: readonly string[]): void {
  found.push(...problems);
}

/** @throws Error naming every one since the last time. */
export function expectNoneUndocumented(): void {
  const problems = found.splice(0);
  if (problems.length === 0) return;
  throw new Error(
    `The gateway answered what openapi.json does not say. Mend the gateway, or codegen/openapi-*.ts and codegen/schemas:\n${problems.join('\n')}`,
  );
}
