import { exhaustedBudget } from '../budgets/budget.ts';
import { readBudget } from '../budgets/budget-sql.ts';
import type { Operation, OperationOf, OperationResult } from '../ledger-operation.ts';
import {
  refuse,
  refuseClaim,
  refuseCorrection,
  refuseGrowth,
  refuseNotReserved,
  refuseReplacedKey,
  refuseRotatedKey,
  refuseSuspendedAccount,
  refuseTakenKey,
  refuseTakenName,
  refuseTakenToken,
  refuseUnknownAccount,
  refuseUnknownKey,
  refuseVoid,
} from '../ledger-refusals.ts';
import {
  readAccount,
  readBalance,
  readInteger,
  readOptionalInteger,
  readOptionalText,
  readText,
} from '../ledger-row.ts';
import type { Row } from '../ledger-row.ts';
import type { RotatedKey } from '../key-rotation.ts';
import type { CallRecord, ReserveResult } from '../ledger.ts';

/** An operation and how it travels. */
export interface Prepared {
  readonly operation: Operation;
  readonly json: string;
}

/** @throws TypeError where a value has no JSON form. */
export function prepareOperation(operation: Operation): Prepared {
  return { operation, json: JSON.stringify(toRow(operation)) };
}

function toRow(operation: Operation): unknown {
  if (operation.kind === 'createKey' || operation.kind === 'createAdminToken') {
    return { ...operation, hash: Buffer.from(operation.hash).toString('hex') };
  }
  if (operation.kind === 'rotateKey') {
    const { successor } = operation;
    return { ...operation, successor: { ...successor, hash: Buffer.from(successor.hash).toString('hex') } };
  }
  if (operation.kind !== 'settle' && operation.kind !== 'deliver') return operation;
  const { requestId, calls } = operation;
  const from = operation.kind === 'deliver' ? operation.from : 0;
  return { ...operation, calls: calls.map((call, index) => callRow(requestId, from + index, call)) };
}

/** Keys are the columns of `call`. */
function callRow(requestId: string, sequence: number, call: CallRecord): Row {
  return {
    request_id: requestId,
    sequence,
    role: call.role,
    position: call.index,
    model_id: call.modelId,
    status: call.status,
    fault_code: call.faultCode,
    tokens_in: call.tokensIn,
    tokens_cached: call.tokensCached,
    tokens_cache_write: call.tokensCacheWrite,
    tokens_out: call.tokensOut,
    searches: call.searches,
    attempts: call.attempts,
    latency_ms: call.latencyMs,
    provider_cost_nano_usd: call.providerCostNanoUsd,
    charge: call.chargeMicroCredits,
  };
}

/** @param answer of the database's function for this operation. @throws TypeError where it makes no sense. */
export function readResult(operation: Operation, answer: unknown): OperationResult {
  const row = isRow(answer) ? answer : {};
  if ('refused' in row) return readRefusal(operation, row);
  switch (operation.kind) {
    case 'reserve':
      return { value: readReserveResult(operation, row) };
    case 'createAccount':
    case 'changeAccount':
      return { value: readAccount(row) };
    case 'grant':
    case 'correct':
      return { value: { ...readBalance(row), ...(row['isRepeated'] === true && { isRepeated: true }) } };
    case 'revokeKey':
    case 'revokeAdminToken':
      return { value: answer === true };
    case 'rotateKey':
      return { value: readRotatedKey(row) };
    case 'prunePrompts':
    case 'eraseAccount':
      return { value: readInteger({ answer }, 'answer') };
    case 'settle':
    case 'deliver':
    case 'void':
    case 'suspendAccount':
    case 'probe':
    case 'createKey':
    case 'changeKey':
    case 'createAdminToken':
    case 'record':
    case 'eraseRequest':
      break;
  }
  // Nothing is taken for done that the database did not call done.
  if (answer !== true) throw new TypeError('The database gave no outcome for an operation.');
  return { value: null };
}

function readRotatedKey(row: Row): RotatedKey {
  return {
    accountName: readText(row, 'accountName'),
    name: readOptionalText(row, 'name'),
    expiresMs: readOptionalInteger(row, 'expiresMs'),
    oldExpiresMs: readInteger(row, 'oldExpiresMs'),
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readReserveResult({ holdMicroCredits }: OperationOf<'reserve'>, row: Row): ReserveResult {
  const outcome = readText(row, 'outcome');
  switch (outcome) {
    case 'reserved':
    case 'key_mismatch':
      return { outcome };
    case 'in_flight':
      return { outcome, requestId: readText(row, 'requestId') };
    case 'insufficient':
      return {
        outcome,
        availableMicroCredits: readInteger(row, 'availableMicroCredits'),
        owedMicroCredits: readInteger(row, 'owedMicroCredits'),
      };
    case 'over_budget':
      return readOverBudget(holdMicroCredits, row);
    case 'settled':
      return {
        outcome,
        requestId: readText(row, 'requestId'),
        chargeMicroCredits: readInteger(row, 'chargeMicroCredits'),
        responseBytes: readOptionalInteger(row, 'responseBytes'),
      };
    default:
      throw new TypeError('The database gave an outcome this program does not know.');
  }
}

/** @param row with every budget that binds the request. */
function readOverBudget(holdMicroCredits: number, row: Row): ReserveResult {
  const budgets = Array.isArray(row['budgets']) ? row['budgets'].filter(isRow) : [];
  const atMs = readInteger(row, 'atMs');
  const budget = exhaustedBudget(
    budgets.map((budget) => readBudget(budget, atMs)),
    holdMicroCredits,
  );
  if (budget === undefined) throw new TypeError('The database named no budget that is exhausted.');
  return { outcome: 'over_budget', budget };
}

function readRefusal(operation: Operation, row: Row): OperationResult {
  const reason = readText(row, 'refused');
  switch (reason) {
    case 'account-unknown':
      return refuseUnknownAccount('accountId' in operation ? operation.accountId : accountNameOf(operation));
    case 'account-suspended':
      return refuseSuspendedAccount();
    case 'account-exists':
      return refuseTakenName(accountNameOf(operation));
    case 'too-large':
      return refuseGrowth();
    case 'too-little':
      return refuseCorrection(readInteger(row, 'free'));
    case 'key-exists':
      return refuseTakenKey();
    case 'key-unknown':
      return refuseUnknownKey(prefixOf(operation));
    case 'key-rotated':
      return operation.kind === 'changeKey'
        ? refuseReplacedKey(operation.prefix, readText(row, 'successor'), readInteger(row, 'replacedMs'))
        : refuseRotatedKey(prefixOf(operation), readText(row, 'successor'));
    case 'token-exists':
      return refuseTakenToken(accountNameOf(operation));
    case 'claim-mismatch':
      return refuseClaim();
    case 'no-lease':
      return refuse('rejected', 'A command holds no lease, so it cannot reserve: use the gateway’s API.');
    case 'not-reserved':
      return refuseNotReserved(requestIdOf(operation), readOptionalText(row, 'state') ?? undefined);
    case 'delivering':
      return refuseVoid(requestIdOf(operation));
    default:
      return refuse('rejected', `The ledger’s database refused this operation: ${reason}.`);
  }
}

function requestIdOf(operation: Operation): string {
  return 'requestId' in operation ? operation.requestId : '';
}

function prefixOf(operation: Operation): string {
  return 'prefix' in operation ? operation.prefix : '';
}

/** Of a token its own. */
function accountNameOf(operation: Operation): string {
  if ('accountName' in operation) return operation.accountName;
  return 'name' in operation ? operation.name : '';
}
