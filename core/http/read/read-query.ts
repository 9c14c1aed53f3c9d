import type { Request } from 'express';
import type { QueryParameter, QueryParameters, QueryValues } from '../../api/query-parameter.ts';
import { type FieldError, type FieldErrorCode, wrongFields } from '../../errors.ts';
import { readMoment } from '../../ledger/check-operation.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readPeriod, type Period } from '../../ledger/usage/usage-period.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { hasNul, WITHOUT_NUL } from './nul-characters.ts';

/** Adds an error for a parameter. */
export type RefuseParameter = (name: string, code: FieldErrorCode, message: string) => void;

/**
 * Converts the values for a handler, and refuses invalid combinations. It also runs if a parameter is wrong, with the
 * default instead.
 * @param names of the parameters in the query.
 */
export type QueryCheck<Values, T> = (
  values: Values,
  refuse: RefuseParameter,
  names: ReadonlySet<string>,
) => T;

/**
 * Reads a query by its row in the table of the API.
 * @throws GatewayError 400 naming every wrong parameter.
 */
export function readQuery<const Parameters extends QueryParameters, T>(
  request: Request,
  parameters: Parameters,
  check: QueryCheck<QueryValues<Parameters>, T>,
): T {
  const errors: FieldError[] = [];
  const query = readParameters(request, Object.keys(parameters), errors);
  const refuse: RefuseParameter = (name, code, message) => errors.push(parameterError(name, code, message));
  const values = Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [
      name,
      readValue(parameter, query.get(name) ?? undefined, (code, message) => refuse(name, code, message)),
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `readValue` reads each as its row declares
  const result = check(values as QueryValues<Parameters>, refuse, new Set(query.keys()));
  if (errors.length > 0) throw wrongFields(errors);
  return result;
}

/** Refuses parameters at an address without a query. @throws GatewayError 400 that names every parameter. */
export function refuseParameters(request: Request): void {
  if (request.url.includes('?')) readQuery(request, {}, () => undefined);
}

/** Upper bound of the unknown parameters that a refusal names. */
const MAX_UNKNOWN = 8;
/** Upper bound of the caller's text in an error, as for an unknown field in a body. */
const MAX_NAME_LENGTH = 64;

/**
 * Reads the parameters of a query, each of which may occur once.
 * @param errors gets one error for each parameter that is unknown or occurs twice.
 * @throws GatewayError 400 with all of these errors if a parameter contains a NUL character; 400 if the address is no
 * valid URL.
 */
function readParameters({ url }: Request, allowed: readonly string[], errors: FieldError[]): URLSearchParams {
  // A client may send the address with a host (RFC 9112, 3.2.2), which may be invalid.
  const parameters = URL.parse(url, 'http://gateway')?.searchParams;
  if (parameters === undefined)
    throw wrongFields([parameterError('', 'format', 'the address of the request is not a valid URL')]);
  const unknownNames = [...new Set(parameters.keys())].filter((name) => !allowed.includes(name));
  for (const name of unknownNames.slice(0, MAX_UNKNOWN)) errors.push(unknownParameter(name, allowed));
  for (const name of allowed) {
    const values = parameters.getAll(name);
    if (values.length > 1) errors.push(parameterError(name, 'duplicate_key', 'give it once'));
    if (values.some(hasNul)) errors.push(parameterError(name, 'pattern', WITHOUT_NUL));
  }
  if (allowed.some((name) => parameters.getAll(name).some(hasNul))) throw wrongFields(errors);
  return parameters;
}

function unknownParameter(name: string, allowed: readonly string[]): FieldError {
  const nearest = nearestName(name, allowed);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  const message = `unknown parameter; allowed here: ${allowed.join(', ') || 'none'}${hint}`;
  return parameterError(stepOf(name), 'unknown_field', message);
}

/** A name as a step of a pointer. */
function stepOf(name: string): string {
  const cut = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
  return cut.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

/** @param name of the parameter; empty for the whole query. */
function parameterError(name: string, code: FieldErrorCode, message: string): FieldError {
  return { pointer: name === '' ? '' : `/${name}`, code, message };
}

type Refuse = (code: FieldErrorCode, message: string) => void;

function readValue(parameter: QueryParameter, text: string | undefined, refuse: Refuse): unknown {
  if (text === undefined && parameter.required !== undefined) {
    refuse('missing', parameter.required);
    return '';
  }
  switch (parameter.kind) {
    case 'count':
      return readCount(parameter, text, refuse);
    case 'choice':
      return readChoice(parameter.values, text ?? parameter.default, refuse) ?? parameter.default;
    case 'flag':
      return readChoice(['true', 'false'], text ?? 'false', refuse) === 'true';
    case 'bounded':
      if (text === '' || (text?.length ?? 0) > parameter.maxLength)
        refuse('length', `must have from 1 to ${parameter.maxLength} characters`);
      return text;
    case 'moment':
      return text === undefined ? undefined : orRefuse(() => readMoment(text), refuse);
    case 'cursor':
      // An empty text is no valid cursor either.
      return text !== undefined && text.length > parameter.maxLength ? '' : text;
    case 'text':
  }
  return text;
}

function readCount(
  { maximum, default: fallback }: { readonly maximum: number; readonly default: number },
  text = String(fallback),
  refuse: Refuse,
): number {
  if (/^[1-9]\d{0,5}$/.test(text) && Number(text) <= maximum) return Number(text);
  refuse('range', `must be a whole number from 1 to ${maximum}`);
  return fallback;
}

function readChoice(values: readonly string[], text: string, refuse: Refuse): string | undefined {
  if (values.includes(text)) return text;
  refuse('enum', `must be one of: ${values.join(', ')}`);
  return undefined;
}

/** Reads a time as the ledger does. @returns undefined if it refuses the text. */
function orRefuse<T>(read: () => T, refuse: Refuse): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    refuse('format', error.message);
    return undefined;
  }
}

/** The period of a usage report. */
export function periodIn(
  query: Readonly<Record<'month' | 'from' | 'to', string | undefined>>,
  refuse: RefuseParameter,
): Period {
  const name = query.month === undefined ? 'from' : 'month';
  const period = orRefuse(
    () => readPeriod(query, Date.now()),
    (code, message) => refuse(name, code, message),
  );
  return period ?? { fromMs: 0, toMs: 0 };
}

/** Refuses a cursor that no page contained. */
export function refuseCursor(refuse: RefuseParameter): void {
  refuse('cursor', 'format', 'send the nextCursor of an earlier page as it is');
}
