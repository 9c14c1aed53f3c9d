/** What a span may say of a request: names, counts and codes; never a text of the caller's or of a model's. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One step of a request, as OpenTelemetry sees it. Passed on by hand: nothing is looked up on the way. */
export interface Span {
  /** False where tracing is off or this request is not sampled; then nothing need be gathered for it. */
  readonly isRecording: boolean;
  child(name: string, kind: 'internal' | 'client', attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  /** @param errorType a fault or problem code: a name from a short list. */
  fail(errorType: string): void;
  end(): void;
}

export interface Tracing {
  /** The first span of a request; a child of the client's own where its headers say so (W3C Trace Context). */
  request(
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    attributes: Attributes,
  ): Span;
  /** Sends what has ended. */
  close(): Promise<void>;
}

export const NO_SPAN: Span = Object.freeze({
  isRecording: false,
  child: () => NO_SPAN,
  set: () => {},
  fail: () => {},
  end: () => {},
});

/** Runs a step as a span of its own. Call it where the parent records. */
export async function inSpan<Value>(parent: Span, name: string, step: () => Promise<Value>): Promise<Value> {
  const span = parent.child(name, 'internal');
  try {
    return await step();
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'error');
    throw error;
  } finally {
    span.end();
  }
}
