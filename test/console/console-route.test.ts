import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { CONSOLE_BUILD } from '../../core/generation/generator-sources.ts';
import { gatewayOfFile, gatewayOfTest } from '../support/gateways/gateway-of-file.ts';

const FOLDER = join(import.meta.dirname, '../../core/console');
const page = readFileSync(join(FOLDER, 'index.html'), 'utf8');
const built = readdirSync(CONSOLE_BUILD).filter((name) => name !== 'index.html');

const gateway = gatewayOfFile();

const get = (path: string): Promise<Response> => fetch(gateway.url + path, { redirect: 'manual' });

describe('the console’s address', () => {
  it('needs no key, and allows nothing but the page’s own files', async () => {
    const reply = await get('/console');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await reply.text()).toBe(readFileSync(join(CONSOLE_BUILD, 'index.html'), 'utf8'));
    const policy = new Map(
      reply.headers
        .get('content-security-policy')
        ?.split(';')
        .map((directive) => directive.trim().split(/ (.*)/, 2) as [string, string]),
    );
    expect(Object.fromEntries(policy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' blob:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('is where a browser is led that comes to the gateway itself, and no other client', async () => {
    const root = (accept: string, method = 'GET'): Promise<Response> =>
      fetch(`${gateway.url}/`, { method, headers: { accept }, redirect: 'manual' });
    const redirect = await root('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect([redirect.status, redirect.headers.get('location'), redirect.headers.get('vary')]).toEqual([
      302,
      'console',
      'Accept',
    ]);
    for (const accept of ['*/*', 'application/json']) expect((await root(accept)).status).toBe(404);
    expect((await root('text/html', 'POST')).status).toBe(404);
  });

  it('has no page if the operator turned the console off', async () => {
    const main = `/console/${built.find((file) => file.startsWith('main'))}`;
    const other = await gatewayOfTest({ environment: { ASSAY_CONSOLE: 'off' } });
    for (const path of ['/', '/console', main]) {
      const reply = await fetch(other.url + path, { headers: { accept: 'text/html' } });
      expect([path, reply.status]).toEqual([path, 404]);
    }
  });

  it('is asked again only where something has changed', async () => {
    const first = await get('/console');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    expect(etag).toMatch(/^"[\w-]{22}-gzip"$/);
    // Node's fetch would ask for a fresh copy whatever it has.
    const again = (tag: string) => supertest(gateway.url).get('/console').set('If-None-Match', tag);
    expect(await again(etag)).toMatchObject({ status: 304, text: '' });
    expect((await again('"other"')).status).toBe(200);
  });

  it('loads four files of together less than 200 KB, which browsers cache for good', async () => {
    const first = await get('/console');
    const names = [...(await first.text()).matchAll(/"(console\/[^"]+)"/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(4);
    let bytes = Number(first.headers.get('content-length'));
    for (const name of new Set(names)) {
      const reply = await get(`/${name}`);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([
        200,
        'max-age=31536000, immutable',
      ]);
      bytes += Number(reply.headers.get('content-length'));
    }
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(200_000);
  });

  it.each(built)('serves %s as what it is', async (name) => {
    const reply = await get(`/console/${name}`);
    expect(reply.status).toBe(200);
    const types = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    };
    expect(reply.headers.get('content-type')).toBe(types[name.split('.').at(-1) as keyof typeof types]);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await reply.text()).toBe(readFileSync(join(CONSOLE_BUILD, name), 'utf8'));
  });

  it.each([
    '/console/index.html',
    '/console/main.ts',
    '/client/figures.ts',
    '/console/../app.ts',
    '/console/..%2Fapp.ts',
    '/console/constructor',
    '/consolee',
  ])('has nothing at %s', async (path) => {
    const reply = await get(path);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });

  it('leads there from the one with a slash', async () => {
    const reply = await get('/console/');
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '../console']);
  });

  it('takes no other method', async () => {
    const reply = await fetch(`${gateway.url}/console`, { method: 'POST' });
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET']);
  });

  it('is counted under its own name, not under every file a client makes up', async () => {
    await get('/console/made-up-by-a-client.js');
    const metrics = await gateway.metrics();
    expect(metrics).toContain('route="/console/{file}"');
    expect(metrics).not.toContain('made-up');
  });
});

describe('the page', () => {
  it('has no code, style or handler of its own, and names no other host', () => {
    expect(page).not.toMatch(/<script(?![^>]* src="console\/)/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|https?:/);
  });

  it('holds no code that could make markup or run text', () => {
    for (const name of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts')) continue;
      const source = readFileSync(join(FOLDER, name), 'utf8');
      expect(source, name).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/,
      );
    }
  });

  it('tells every label and description which element it is about', () => {
    const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const named = [...page.matchAll(/ (?:for|aria-labelledby|aria-describedby)="([^"]+)"/g)].flatMap(
      ([, list]) => (list ?? '').split(' '),
    );
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  });
});
