import { type FieldError, wrongFields } from '../../errors.ts';
import { loadValidators } from '../../generation/load-validators.ts';
import { checkBy } from '../../schema/check-by.ts';
import type { ToolInputs } from '../../generated/tool-inputs.ts';
import type { Span } from '../../tracing/span.ts';
import type { StopSignal } from '../../upstream/stop-signal.ts';
import type { RequestParts } from '../../workers/read-request.ts';
import type { AdmittedRequest } from '../admit/admit.ts';
import { boundMessage } from '../read/lowered-bounds.ts';
import type { RouteServices, HttpSnapshot } from '../run/open-request.ts';

export type ToolName = keyof ToolInputs;

/** One call of a tool, with the services and the registry that it uses. */
export interface ToolCall {
  readonly admittedRequest: AdmittedRequest;
  readonly services: RouteServices;
  readonly snapshot: HttpSnapshot;
  /** The arguments as the client sent them, not checked yet. */
  readonly toolArguments: RequestParts;
  readonly span: Span;
  /** Reports the progress of the call to the client; undefined if the client did not ask for it. */
  readonly reportProgress: ((progress: Progress) => void) | undefined;
  /** Stops once the client has cancelled the call. Then nothing new starts. */
  readonly cancelSignal: StopSignal;
}

/** The progress of a call, which is reported to its client. */
export interface Progress {
  /** The completed steps. The number grows with each report. */
  readonly done: number;
  readonly total: number;
  /** For people. */
  readonly message: string;
}

/** A tool of the Model Context Protocol. */
export interface Tool {
  readonly name: ToolName;
  readonly title: string;
  readonly description: string;
  /** For MCP's `ToolAnnotations`. */
  readonly spends: boolean;
  /** @returns the structured content, which is always small. @throws GatewayError, or ClientGone if the client has left. */
  run(call: ToolCall): Promise<object>;
}

const VALIDATORS = await loadValidators('tools.mjs');

/** Checks the arguments of a call. @throws GatewayError 400 that names every wrong one. */
export function checkInput<Name extends ToolName>(name: Name, call: ToolCall): ToolInputs[Name] {
  const { value = {}, problems } = call.toolArguments;
  const check = checkBy<ToolInputs[Name]>(VALIDATORS[name])(value);
  if ('request' in check && problems.length === 0) return check.request;
  const allProblems: readonly FieldError[] =
    'problems' in check ? [...check.problems, ...problems] : problems;
  const errors = allProblems.map((error) => boundMessage(error, call.services.limits));
  throw wrongFields(errors);
}

/** Lets the event loop turn; accounts take turns. */
export function turnOf({ snapshot, admittedRequest: { caller } }: ToolCall): Promise<void> {
  return snapshot.upstream.nextTurn(caller.account.id);
}
