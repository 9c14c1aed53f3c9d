import type { Client } from 'pg';
import type { Operation, OperationOf, OperationResult } from '../ledger-operation.ts';
import { refuse } from '../ledger-refusals.ts';
import { readInteger, readText } from '../ledger-row.ts';
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

/** Less than was wanted is charged only where it took the whole hold. */
function settledBy(wanted: number, request: Row | undefined): OperationResult | undefined {
  if (request?.['state'] !== 'settled') return undefined;
  const charge = readInteger(request, 'charge');
  if (charge > wanted || (charge < wanted && charge !== request['hold'])) return undefined;
  return { value: { chargeMicroCredits: charge, beganOverrunning: false } };
}

function reservedBy(
  { accountId, holdMicroCredits, exposureMicroCredits }: OperationOf<'reserve'>,
  request: Row | undefined,
): OperationResult | undefined {
  if (request?.['state'] !== 'reserved' || request['account_id'] !== accountId) return undefined;
  const hold = readInteger(request, 'hold');
  if (hold === holdMicroCredits) return { value: { outcome: 'reserved' } };
  return hold === holdMicroCredits + exposureMicroCredits
    ? { value: { outcome: 'reserved', holdMicroCredits: hold } }
    : undefined;
}

function effectOf(operation: Operation, request: Row | undefined): OperationResult | undefined {
  switch (operation.kind) {
    case 'reserve':
      return reservedBy(operation, request);
    case 'settle':
      return settledBy(operation.chargeMicroCredits, request);
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
