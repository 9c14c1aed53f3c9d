import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findPackage, PACKAGE_MARK } from '../../manifests/load/find-package.ts';
import { pluginName } from '../../manifests/load/find-plugins.ts';
import { linkInput } from '../../../codegen/link-input.ts';
import { ManifestError } from '../../manifests/load/manifest-problem.ts';
import { readGeneratorInput } from '../../manifests/load/read-input.ts';
import type { Json, StreamEvent, WirePlugin } from '../../contract.ts';
import { checkPlugin, type Finding } from '../../plugin-check/check-plugin.ts';
import { ANY_SCHEMA, sampleModel, sampleProvider } from '../../plugin-check/sample-entry.ts';
import { loadPlugin, plugIn } from '../../registry/load-plugin.ts';
import type { RegistryEntry } from '../../registry/registry.ts';
import { pointerStep } from '../../schema/json-pointer.ts';
import { formatCount } from '../../client/figures.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatTable, print } from '../print.ts';
import { refuseProblems } from './manifest-folder.ts';

export async function testPlugin(args: CommandArguments): Promise<number> {
  const [place = ''] = args.positionals;
  const file = fileOf(place);
  const name = place.startsWith(PACKAGE_MARK) ? place : pluginName(file);
  const plugin = await loadPlugin(file);
  const entries = await entriesFor(name, plugin, args.text('manifest'));
  const reply = await readReply(args.text('reply'));
  const stream = await readStream(args.text('stream'));
  const member = args.text('model-member');
  const findings = await checkPlugin(entries, { reply, stream }, member && pointerTo(member));
  const ok = findings.every(({ status }) => status !== 'failed');
  print(args, { ok, plugin: name, findings }, asText(findings));
  return ok ? 0 : 1;
}

/** A name is a member of the request itself. */
function pointerTo(member: string): string {
  return member.startsWith('/') ? member : pointerStep(member);
}

function fileOf(place: string): string {
  if (!place.startsWith(PACKAGE_MARK)) return resolve(place);
  const name = place.slice(PACKAGE_MARK.length);
  const file = findPackage(name);
  if (file === undefined)
    throw new Error(`The package ${name} is not installed in this folder. Run: npm install ${name}`);
  return file;
}

/** @throws Error where the manifest is wrong, or names another plugin. */
async function entriesFor(
  name: string,
  plugin: WirePlugin,
  manifest: string | undefined,
): Promise<readonly RegistryEntry[]> {
  if (manifest === undefined) {
    const provider = sampleProvider({ plugin: name, promptCacheKey: '/cacheKey', schemaSubset: ANY_SCHEMA });
    return [{ model: sampleModel(), ...(await plugIn(provider, plugin)) }];
  }
  const manifests = new Map([[manifest, await readFile(manifest, 'utf8')]]);
  const input = await readGeneratorInput(manifests, undefined);
  const { providers, models } = linkManifest({ ...input, plugins: [...input.plugins, name] });
  const [provider] = providers;
  if (provider?.plugin !== name)
    throw new Error(`${manifest} names the plugin ${provider?.plugin}, and this is ${name}. Name it there.`);
  const pluginAndProvider = await plugIn(provider, plugin);
  return models.map((model) => ({ model, ...pluginAndProvider }));
}

function linkManifest(input: Parameters<typeof linkInput>[0]): ReturnType<typeof linkInput>['registry'] {
  try {
    return linkInput(input).registry;
  } catch (error) {
    if (error instanceof ManifestError) refuseProblems(error.problems, input.manifests);
    throw error;
  }
}

async function readReply(file: string | undefined): Promise<Json | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8');
  try {
    const reply: Json = JSON.parse(text);
    return reply;
  } catch (cause) {
    throw new Error(`${file} is not JSON. Save the body of one reply there.`, { cause });
  }
}

async function readStream(file: string | undefined): Promise<readonly StreamEvent[] | undefined> {
  if (file === undefined) return undefined;
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [readEvent(line, `${file}:${index + 1}`)],
  );
}

function readEvent(line: string, where: string): StreamEvent {
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event === 'object' && event !== null && 'data' in event) {
      const name = 'name' in event && typeof event.name === 'string' ? event.name : '';
      return { name, data: event.data };
    }
  } catch {
    // Reported below.
  }
  throw new Error(`${where} is no event. Write one a line: { "name": "", "data": ... }`);
}

function asText(findings: readonly Finding[]): string {
  const count = (one: Finding['status']): number => findings.filter(({ status }) => status === one).length;
  const rows = findings.map(({ model, case: name, status, advice }) => ({
    status,
    model,
    case: name,
    'what to do': advice,
  }));
  return `${formatTable(rows)}${formatCount(findings.length, 'case')}: ${count('ok')} ok, ${count('owed')} owed, ${count('failed')} failed\n`;
}
