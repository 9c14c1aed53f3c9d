import { expect } from 'vitest';
import { createAdminToken } from '../../../core/stores/api-key.ts';
import type { AdminScope } from '../../../core/ledger/administration/ledger-admin.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import document from '../../../core/generated/admin-openapi.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { followReference, type Part } from '../../support/answers/follow-reference.ts';

export interface AdminReply {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of answers whose shape is what they test
  readonly body: any;
  readonly text: string;
}

/** Asks the administration API, and holds every answer to its description. */
export type AdminClient = (
  line: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<AdminReply>;

/** A token as the command makes it. */
export async function makeToken(
  admin: <T>(work: (ledger: LedgerAdmin) => Promise<T>) => Promise<T>,
  name: string,
  scope: AdminScope,
): Promise<string> {
  const { key, prefix, hash } = createAdminToken();
  await admin((ledger) => ledger.createAdminToken({ name, scope, prefix, hash }));
  return key;
}

/** @param line such as `GET /accounts`. */
export function adminClient(operationsUrl: () => string, token: string | undefined): AdminClient {
  return async (line, body, headers = {}) => {
    const [method = 'GET', path = ''] = line.split(' ');
    const reply = await fetch(`${operationsUrl()}/admin/v1${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    const answer = { status: reply.status, headers: reply.headers, body: JSON.parse(text), text };
    expectDescribed(method, path, answer);
    return answer;
  };
}

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', components: document.components });

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Part<Response>>>;
}

function expectDescribed(method: string, path: string, { status, headers, body }: AdminReply): void {
  const pathname = path.split('?')[0] ?? '';
  const paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> = document.paths;
  const template = Object.keys(paths).find((candidate) =>
    new RegExp(`^${candidate.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(`/admin/v1${pathname}`),
  );
  const operation = paths[template ?? '']?.[method.toLowerCase()] as Operation | undefined;
  // What is at no address, and another method of one, belongs to no operation.
  if (operation === undefined || !/problem|json/.test(headers.get('content-type') ?? '')) return;
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (status === 404 && type === 'application/json') return;
  const { part: response } = followReference(document, operation.responses[String(status)] ?? {}, '');
  const schema = response.content?.[type]?.schema;
  expect(schema, `${method} ${path} answers ${status} ${type}, which is not described`).toBeDefined();
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  const validate = ajv.compile(JSON.parse(text));
  expect(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
}
