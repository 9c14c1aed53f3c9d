import type { Request, Response } from 'express';
import type { OperatorsRegistry } from '../../administration/models.ts';
import type { AdminContext } from '../../administration/admin-context.ts';
import { ADMIN_OPERATIONS, type AdminOperationId, type AdminOperations } from '../../api/admin-operations.ts';
import type { QueryValues } from '../../api/query-parameter.ts';
import { wrongFields } from '../../errors.ts';
import type { AdminRequests } from '../../generated/admin-requests.ts';
import { loadValidators } from '../../generation/load-validators.ts';
import type { Actor } from '../../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../../ledger/administration/ledger-admin.ts';
import type { Logger } from '../../log.ts';
import type { ReloadAnswer } from '../operators/create-operations.ts';
import { nulErrors } from '../read/nul-characters.ts';
import { readSmallBody } from '../read/read-small-body.ts';
import { readIdempotencyKey } from '../read/read-prompt.ts';
import { type QueryCheck, readQuery, refuseCursor, type RefuseParameter } from '../read/read-query.ts';
import { refusalOf } from './admin-error.ts';

/** The services that the administration API needs. */
export interface AdministrationServices {
  readonly ledger: LedgerAdmin;
  readonly log: Logger;
  /** The audit log has an entry for each reload. Never rejects. */
  readonly reload: (by: Actor) => Promise<ReloadAnswer>;
  /** The models of the current registry. */
  readonly models: () => Promise<OperatorsRegistry>;
  readonly creditsPerUsd: number;
}

/** Its result is the answer as JSON. Without a result, it has answered itself. */
type AdminHandler<Id extends AdminOperationId> = (request: AdminRequest<Id>) => Promise<object | void>;

/** One handler for each row of the table. */
export type AdminHandlers = { readonly [Id in AdminOperationId]: AdminHandler<Id> };

type QueryOf<Id extends AdminOperationId> = AdminOperations[Id] extends { readonly query: infer Query }
  ? QueryValues<Query>
  : never;
type SegmentOf<Id extends AdminOperationId> =
  AdminOperations[Id]['path'] extends `${string}{${infer Name}}${string}` ? Name : never;
type BodyOf<Id extends AdminOperationId> = Id extends keyof AdminRequests ? AdminRequests[Id] : never;

const VALIDATORS = await loadValidators('admin.mjs');

/** A request with a valid token. The row of its operation determines how it is read. */
export class AdminRequest<Id extends AdminOperationId> {
  readonly #id: Id;
  readonly #request: Request;
  readonly response: Response;
  readonly context: AdminContext;
  readonly services: AdministrationServices;

  constructor(
    id: Id,
    response: Response,
    { context, services }: { readonly context: AdminContext; readonly services: AdministrationServices },
  ) {
    this.#id = id;
    this.#request = response.req;
    this.response = response;
    this.context = context;
    this.services = services;
  }

  /** @throws GatewayError 400 if it is malformed. */
  get idempotencyKey(): string | undefined {
    return readIdempotencyKey(this.#request);
  }

  /** A segment of the path. @throws GatewayError 400 that names it if it holds a NUL character. */
  segment(name: SegmentOf<Id>): string {
    const key: string = name;
    const value: unknown = this.#request.params[key];
    const errors = nulErrors(value, `/${key}`);
    if (errors.length > 0) throw wrongFields(errors);
    return typeof value === 'string' ? value : '';
  }

  /** @throws GatewayError 400 naming every wrong parameter. */
  query<T>(check: QueryCheck<QueryOf<Id>, T>): T {
    const row = ADMIN_OPERATIONS[this.#id];
    const parameters = 'query' in row ? row.query : {};
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both types come from the same row
    return readQuery(this.#request, parameters, check as QueryCheck<unknown, T>);
  }

  /** @throws GatewayError 400, 413 or 415, with every wrong field. */
  async body(): Promise<BodyOf<Id>> {
    return await readSmallBody<BodyOf<Id>>(
      { request: this.#request, response: this.response },
      VALIDATORS[this.#id],
    );
  }
}

/** Reads a field that a schema cannot check completely. @throws GatewayError 400 that names it. */
export function readField<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw wrongFields([{ pointer, code: 'range', message: error.message }]);
    throw refusalOf(error, pointer);
  }
}

/**
 * Waits for the ledger, and translates its refusal.
 * @param pointer of the field that decides whether the ledger accepts the operation.
 * @throws as `refusalOf`.
 */
export async function translateRefusal<T>(pointer: string, operation: Promise<T>): Promise<T> {
  return await operation.catch((error: unknown) => {
    throw refusalOf(error, pointer);
  });
}

/** Encodes a place in a list for clients, who send it back unchanged. */
export function writeCursor(numbers: readonly number[]): string {
  return Buffer.from(numbers.join('.')).toString('base64url');
}

const PLACE = /^(?:0|[1-9]\d{0,15})(?:\.(?:0|[1-9]\d{0,15}))*$/;

/** @returns undefined if there is no cursor, or one that `writeCursor` cannot have written for this many numbers. */
export function readCursor(
  cursor: string | undefined,
  numbers: number,
  refuse: RefuseParameter,
): readonly number[] | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const place = PLACE.test(text) ? text.split('.').map(Number) : [];
  if (place.length === numbers && place.every(Number.isSafeInteger)) return place;
  refuseCursor(refuse);
  return undefined;
}
