import { VARIABLES } from '../../core/config/variables.ts';
import type { Provider } from '../../core/contract.ts';
import { code, markdownTable } from './markdown-table.ts';

/** The gateway's variables, then those that hold the providers' keys. */
export function configurationTable(providers: readonly Pick<Provider, 'name' | 'auth'>[]): string {
  return markdownTable(
    ['variable', 'default', 'meaning'],
    [
      ...VARIABLES.map(({ name, fallback, meaning }) => [code(name), code(fallback), meaning]),
      [
        code('ASSAY_BASE_URL_<PROVIDER>'),
        'from the manifest',
        'Replaces the base URL of that provider, such as `ASSAY_BASE_URL_GROQ`.',
      ],
      ...providers.flatMap(keysOf),
      [
        code('<KEY>_FILE'),
        'none',
        'For each key variable above: a file to read instead, such as `OPENAI_API_KEY_FILE`, with one key a line. It is read again at a reload.',
      ],
    ],
  );
}

function keysOf({
  name,
  auth,
}: Pick<Provider, 'name' | 'auth'>): readonly (readonly [string, string, string])[] {
  if (auth.scheme === 'none') return [];
  if (auth.scheme !== 'sigv4')
    return [[code(auth.env), 'none', `API key for ${name}, or several separated by commas.`]];
  return [
    [code(auth.bearerEnv), 'none', `API key for ${name}. If it is set, the access key below is not used.`],
    [code(auth.accessKeyIdEnv), 'none', `ID of an access key for ${name}, with which requests are signed.`],
    [code(auth.secretAccessKeyEnv), 'none', 'The secret of that access key.'],
    [code(auth.sessionTokenEnv), 'none', 'The session token, if the access key is a temporary one.'],
    [code(auth.regionEnv), code(auth.defaultRegion), `The region of ${name}.`],
  ];
}
