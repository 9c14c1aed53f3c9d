/** Names, counts and codes of a request; never a text of the caller or of a model. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One step of a request, as OpenTelemetry defines it. It is passed as an argument, so no context is looked up. */
export interface Span {
  /** False if tracing is off or this request is not sampled. Then attributes need not be computed. */
  readonly isRecording: boolean;
  child(name: string, kind: 'internal' | 'client', attributes?: Attributes): Span;
  set(attributes: Attributes): void;
  /** @param errorType a fault or problem code. */
  fail(errorType: string): void;
  end(): void;
}

export interface Tracing {
  /** The root span of a request, or a child of the client's span that the headers name (W3C Trace Context). */
  request(
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    attributes: Attributes,
  ): Span;
  /** Sends the ended spans. */
  close(): Promise<void>;
}

export const NO_SPAN: Span = Object.freeze({
  isRecording: false,
  child: () => NO_SPAN,
  set: () => {},
  fail: () => {},
  end: () => {},
});

/** Runs a step within a new span. Call it only if the parent records. */
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
