import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MAX_MAIL_CHARACTERS } from '../../../core/ledger/mail/gateway-mail.ts';
import { PostgresMail } from '../../../core/ledger/postgres/mail.ts';
import { eventually } from '../../support/eventually.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

await describePostgres('Mail between gateways', (administrator) => {
  let database: TemporaryDatabase;
  const opened: PostgresMail[] = [];

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((mail) => mail.close()));
  });
  afterAll(() => database.drop());

  async function join(): Promise<{ readonly mail: PostgresMail; readonly received: readonly string[] }> {
    const mail = new PostgresMail(database.url, randomUUID());
    opened.push(mail);
    const received: string[] = [];
    mail.receive((text) => received.push(text));
    mail.start();
    // What is sent to oneself arrives once one listens.
    await eventually(async () => {
      await mail.send([{ to: mail.address, text: 'ready' }]);
      expect(received).toContain('ready');
    });
    received.length = 0;
    return { mail, received };
  }

  it('arrives in order at the gateway it is for, and at no other', async () => {
    const [one, other, third] = [await join(), await join(), await join()];
    const texts = Array.from({ length: 50 }, (_, number) => `${number} ${'x'.repeat(7_800)}`);
    for (let from = 0; from < texts.length; from += 10)
      await one.mail.send(texts.slice(from, from + 10).map((text) => ({ to: other.mail.address, text })));
    await eventually(() => expect(other.received).toHaveLength(50));
    expect(other.received).toEqual(texts);
    expect([one.received, third.received]).toEqual([[], []]);
  });

  it('comes to every address at which a gateway listens, on one session', async () => {
    const [one, other] = [await join(), await join()];
    const heard: string[] = [];
    one.mail.receive((text) => heard.push(`one ${text}`), 'both');
    other.mail.receive((text) => heard.push(`other ${text}`), 'both');
    await eventually(async () => {
      await one.mail.send([{ to: 'both', text: 'hello' }]);
      expect(new Set(heard)).toEqual(new Set(['one hello', 'other hello']));
    });
    expect([one.received, other.received]).toEqual([[], []]);
    const sessions = `SELECT count(*)::int AS sessions FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'assay-mail'`;
    // Those of earlier tests may still be ending.
    await eventually(async () => expect(await database.run(sessions)).toEqual([{ sessions: 2 }]));
  });

  it('takes a message of the greatest length and refuses a longer one', async () => {
    const { mail, received } = await join();
    const text = 'x'.repeat(MAX_MAIL_CHARACTERS);
    await mail.send([{ to: mail.address, text }]);
    await eventually(() => expect(received).toEqual([text]));
    await expect(mail.send([{ to: mail.address, text: `${text}x` }])).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  it('goes on after its session was cut, listening once', async () => {
    const [one, other] = [await join(), await join()];
    await database.run(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    let sent = 0;
    await eventually(async () => {
      sent += 1;
      await one.mail.send([{ to: other.mail.address, text: `again ${sent}` }]);
      // What was sent while the other was away is lost.
      expect(other.received).not.toEqual([]);
    });
    expect(new Set(other.received).size).toBe(other.received.length);
  });

  it('of a sender that cannot reach the server is refused', async () => {
    const mail = new PostgresMail('postgres://nobody@127.0.0.1:1/none', 'a');
    opened.push(mail);
    mail.start();
    await expect(mail.send([{ to: 'b', text: 'hello' }])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
