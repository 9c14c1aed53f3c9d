import type { JsonObject } from '../contract.ts';
import type { AdminProblemCode } from '../errors.ts';
import type { QueryParameters } from './query-parameter.ts';

/**
 * An address of the administration API with a method. It takes a body if `admin-requests.schema.json` has a property of
 * its ID.
 */
export interface AdminOperation {
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** The path below `/admin/v1`. Names in braces, which are keys of `ADMIN_SEGMENTS`, match one segment. */
  readonly path: string;
  readonly tag: 'Accounts' | 'Keys' | 'Webhooks' | 'Gateway';
  readonly summary: string;
  readonly description?: string;
  readonly query?: QueryParameters;
  readonly idempotencyKey?: {
    readonly required: boolean;
    readonly description: string;
    readonly example: string;
  };
  /** 200 by default. */
  readonly status?: 201;
  readonly answer: {
    readonly description: string;
    /** A name in `admin-answers.schema.json`, or a schema. */
    readonly schema: string | JsonObject;
    /** Whether it may be CSV as well. */
    readonly csv?: boolean;
  };
  /** The answer if the operation was refused with a form of its own. */
  readonly refusal?: { readonly status: 422; readonly description: string };
  /** Problems beside those that any operation may have. */
  readonly problems?: readonly AdminProblemCode[];
}
