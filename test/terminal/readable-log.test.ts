import { describe, expect, it } from 'vitest';
import { readyText } from '../../core/entry/ready-text.ts';
import { readableLine } from '../../core/terminal/readable-log.ts';

const TIME = '2026-11-26T21:03:12.345Z';

describe('a log line at a terminal', () => {
  it('has the time of day, the level, the message and the fields', () => {
    const fields = { route: '/api/v1/prompt', status: 200, names: ['a', 'b'], words: 'two words' };
    expect(readableLine(JSON.stringify({ level: 30, time: TIME, ...fields, msg: 'request' }))).toBe(
      `${new Date(TIME).toTimeString().slice(0, 8)} INFO  request route=/api/v1/prompt status=200 names=["a","b"] words="two words"`,
    );
  });

  it('cannot move the cursor', () => {
    const line = JSON.stringify({
      level: 50,
      time: TIME,
      id: '\u009b2J\u001b[2J\u202e',
      msg: '\u001b]0;x\u0007no',
    });
    // oxlint-disable-next-line no-control-regex -- these are the characters to find
    expect(readableLine(line)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });
});

describe('what a gateway at a terminal says once it listens', () => {
  it('names its addresses and the next step', () => {
    const text = readyText({ host: '0.0.0.0', console: true }, { port: 8080, metricsPort: 9464 });
    for (const address of ['127.0.0.1:8080/console', '127.0.0.1:8080/docs', '127.0.0.1:9464/metrics'])
      expect(text).toContain(`http://${address}\n`);
    expect(text).toContain('Next, in another terminal: assay account create');
    expect(readyText({ host: '::1', console: false }, { port: 1, metricsPort: 2 })).not.toContain('/console');
  });
});
