/** Which versions gave a request's verdicts. */
export interface JudgedWith {
  /** Of the judge prompt, with a digest of the request's own criteria where it had some. */
  readonly judgePrompt: string;
  /** Of each judge, by model ID. */
  readonly judges: Readonly<Record<string, string>>;
}
