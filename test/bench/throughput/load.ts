import autocannon from 'autocannon';

/** What is posted, and how. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests a second of all connections together; as fast as they are answered where it is not given. */
  readonly rate?: number;
}

/** What came back. */
export interface LoadFigures {
  readonly requestsPerSecond: number;
  /** Of single requests, milliseconds. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 200, and requests without one. */
  readonly failed: number;
  /** Processor time the generator itself took, as a part of the time it ran: near 1 it was the limit, not the subject. */
  readonly generatorLoad: number;
}

async function post({ url, headers, body, connections, seconds, rate }: Load): Promise<LoadFigures> {
  const timesMs: number[] = [];
  const cpuBefore = process.cpuUsage();
  const run = autocannon({
    url,
    method: 'POST',
    headers,
    body,
    connections,
    duration: seconds,
    timeout: 60,
    ...(rate !== undefined && { overallRate: rate }),
  });
  void run.on('response', (_client, _status, _bytes, elapsedMs) => void timesMs.push(elapsedMs));
  const result = await run;
  const { user, system } = process.cpuUsage(cpuBefore);
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failed: result.non2xx + result.errors,
    generatorLoad: (user + system) / (result.duration * 1e6),
  };
}

process.on('message', (load: Load) => void post(load).then((figures) => process.send?.(figures)));
process.once('disconnect', () => process.exit(0));
