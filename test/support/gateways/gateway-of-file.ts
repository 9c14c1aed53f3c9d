import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { AccountSettings } from '../../../core/ledger/administration/settings.ts';
import {
  startTestGateway,
  type TestAccount,
  type TestGateway,
  type TestGatewayOptions,
} from './test-gateway.ts';

/** A gateway for all tests of a file or a `describe`: started before the first, stopped after the last. */
export function gatewayOfFile(options?: TestGatewayOptions): TestGateway {
  let started: TestGateway | undefined;
  beforeAll(async () => {
    started = await startTestGateway(options);
  });
  afterAll(() => started?.stop());
  return once(() => started, 'the gateway is there only while tests run');
}

/** A gateway that is stopped when the test that starts it has ended. */
export async function gatewayOfTest(options?: TestGatewayOptions): Promise<TestGateway> {
  const gateway = await startTestGateway(options);
  onTestFinished(() => gateway.stop());
  return gateway;
}

/** An account of such a gateway, made before the first test. */
export function accountOfFile(
  gateway: TestGateway,
  credits: number,
  settings?: AccountSettings,
): TestAccount {
  let made: TestAccount | undefined;
  beforeAll(async () => {
    made = await gateway.account(credits, settings);
  });
  return once(() => made, 'the account is there only while tests run');
}

/** Stands for what is there later. @throws where it is used before. */
function once<Thing extends object>(find: () => Thing | undefined, complaint: string): Thing {
  return new Proxy({} as Thing, {
    get(_target, name) {
      const thing = find();
      if (thing === undefined) throw new Error(complaint);
      const member: unknown = Reflect.get(thing, name, thing);
      return member;
    },
  });
}
