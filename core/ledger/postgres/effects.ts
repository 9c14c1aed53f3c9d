import type { Client } from 'pg';
import type { Operation, OperationResult } from '../ledger-operation.ts';
import { refuse } from '../ledger-refusals.ts';
import { readText } from '../ledger-row.ts';
import type { Row } from '../ledger-row.ts';
import { rowsOf } from './connection.ts';
import type { Prepared } from './operation.ts';

/**
 * Which operations of a batch took effect, judged by what the tables say after the connection was lost.
 * @returns an outcome where the answer is known; undefined where the operation may be sent again.
 */
export async function findEffects(
  client: Client,
  operations: readonly Prepared[],
  bootId: string | null,
): Promise<readonly (OperationResult | undefined)[]> {
  const requestIds = operations.flatMap(({ operation }) =>
    'requestId' in operation ? [operation.requestId] : [],
  );
  const rows = await rowsOf(client, {
    text: 'SELECT id, state, hold, charge, account_id FROM request WHERE id = ANY ($1) AND owner = $2',
    values: [requestIds, bootId],
  });
  const byId = new Map(rows.map((row) => [readText(row, 'id'), row]));
  return operations.map(({ operation }) => {
    const requestId = 'requestId' in operation ? operation.requestId : undefined;
    const effect = effectOf(operation, byId.get(requestId ?? ''));
    // Of two that would end one request, the first did.
    if (effect !== undefined && requestId !== undefined) byId.delete(requestId);
    return effect;
  });
}

function effectOf(operation: Operation, request: Row | undefined): OperationResult | undefined {
  switch (operation.kind) {
    case 'reserve':
      return request?.['state'] === 'reserved' &&
        request['account_id'] === operation.accountId &&
        request['hold'] === operation.holdMicroCredits
        ? { value: { outcome: 'reserved' } }
        : undefined;
    case 'settle':
      return request?.['state'] === 'settled' && request['charge'] === operation.chargeMicroCredits
        ? { value: null }
        : undefined;
    case 'void':
      return request?.['state'] === 'voided' ? { value: null } : undefined;
    case 'deliver':
    case 'suspendAccount':
    case 'probe':
    case 'changeAccount':
    case 'changeKey':
    case 'revokeKey':
    case 'revokeAdminToken':
    case 'record':
    case 'prunePrompts':
    case 'eraseRequest':
    case 'eraseAccount':
      // Doing it twice is doing it once.
      return undefined;
    case 'grant':
    case 'correct':
      // Under a claim too.
      if (operation.claim !== null) return undefined;
      break;
    case 'createAccount':
    case 'createKey':
    case 'rotateKey':
    case 'createAdminToken':
      break;
  }
  return refuse(
    'failed',
    'The connection to the ledger’s PostgreSQL broke. Look whether this took effect before you repeat it.',
  );
}
