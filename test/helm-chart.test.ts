import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '../core/config.ts';
import { isRecord } from '../core/text/plain-json.ts';
import packageJson from '../package.json' with { type: 'json' };

const CHART = join(import.meta.dirname, '../deploy/helm');
const read = (name: string): string => readFileSync(join(CHART, name), 'utf8');
const templates = readdirSync(join(CHART, 'templates')).map((name) => ({
  name,
  text: read(join('templates', name)),
}));
const values: unknown = parse(read('values.yaml'));
const schema = JSON.parse(read('values.schema.json')) as object;

/** The value at a path of names, such as `image.tag`. */
function at(path: string, from: unknown = values): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), from);
}

/** Every path that the templates read. */
const used = new Set(
  templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path = '']) => path)),
);

/** The paths of all values that hold no others. */
function leavesOf(value: unknown, path: string): readonly string[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    leavesOf(member, path === '' ? name : `${path}.${name}`),
  );
}

describe('the Helm chart', () => {
  it('is named and versioned as the project', () => {
    const { version } = packageJson;
    expect(parse(read('Chart.yaml'))).toMatchObject({
      apiVersion: 'v2',
      name: packageJson.name,
      type: 'application',
      version,
      appVersion: version,
    });
  });

  it('has values that its schema accepts, and refuses others', () => {
    const validate = new Ajv({ allErrors: true, strict: true, strictRequired: false }).compile(schema);
    expect(validate(values), JSON.stringify(validate.errors)).toBe(true);
    for (const wrong of [{ replica: 2 }, { replicas: '2' }, { strategy: 'Blue' }, { env: { port: '1' } }])
      expect(validate({ ...(values as object), ...wrong }), JSON.stringify(wrong)).toBe(false);
    // What Kubernetes takes as it is may hold anything.
    const groups = Object.entries(values as object).filter(
      ([name, group]) => isRecord(group) && name !== 'resources',
    );
    const closed = groups.filter(([, group]) => Object.keys(group).length > 0);
    expect(closed.length).toBeGreaterThan(12);
    for (const [name, group] of closed)
      expect(validate({ ...(values as object), [name]: { ...group, nonsense: '1' } }), name).toBe(false);
  });

  it.each([...used])('has a value for .Values.%s', (path) => {
    expect(at(path)).toBeDefined();
  });

  it.each(leavesOf(values, ''))('reads the value %s', (leaf) => {
    const isRead = [...used].some((path) => leaf === path || leaf.startsWith(`${path}.`));
    expect(isRead).toBe(true);
  });

  it.each(templates)('closes what it opens in $name', ({ text }) => {
    const opened = text.match(/\{\{-? (?:if|range|with|define) /g) ?? [];
    const closed = text.match(/\{\{-? end -?\}\}/g) ?? [];
    expect(closed).toHaveLength(opened.length);
    expect(text.match(/\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length);
  });

  it('asks a pod as the plain manifest does, and takes the same rights from it', () => {
    const deployment = read('templates/deployment.yaml');
    const plain = readFileSync(join(CHART, '../kubernetes/assay.yaml'), 'utf8');
    const parts = [
      plain.slice(plain.indexOf('          ports:'), plain.indexOf('          resources:')),
      plain.slice(plain.indexOf('          securityContext:'), plain.indexOf('          volumeMounts:')),
    ];
    for (const part of parts) {
      expect(part.length).toBeGreaterThan(100);
      expect(deployment).toContain(part);
    }
  });

  it('starts what the image starts, and has it watch its files', () => {
    const [, command = ''] =
      /^CMD (.+)$/m.exec(readFileSync(join(CHART, '../Dockerfile'), 'utf8').split('ENTRYPOINT')[1] ?? '') ??
      [];
    const [, args = ''] = /^ +args: (.+)$/m.exec(read('templates/deployment.yaml')) ?? [];
    expect(parse(args)).toEqual([...JSON.parse(command), '--watch']);
  });

  it('gives a gateway the time to end the requests it has', () => {
    const environment = {
      ASSAY_DRAIN_DELAY_MS: String(at('drain.delayMs')),
      ASSAY_DRAIN_TIMEOUT_MS: String(at('drain.timeoutMs')),
      ASSAY_REQUEST_TIMEOUT_MS: String(at('requestTimeoutMs')),
    };
    const config = loadConfig(environment);
    expect(config.drainTimeoutMs).toBeGreaterThan(config.requestTimeoutMs);
    for (const name of Object.keys(environment))
      expect(read('templates/deployment.yaml')).toContain(`name: ${name},`);
  });
});
