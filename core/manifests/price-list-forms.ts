import type { Provider } from '../generated/manifest.ts';
import { readListJson, type ListedProviders } from './price-list.ts';
import { isLitellm, readLitellm } from './read-litellm.ts';
import { isModelsDev, readModelsDev } from './read-models-dev.ts';

export interface PriceList {
  readonly form: 'models.dev' | 'LiteLLM';
  /** The member of `provider.priceLists` that names a provider in lists of this form. */
  readonly nameKey: keyof NonNullable<Provider['priceLists']>;
  readonly providers: ListedProviders;
}

/**
 * A price list in either form; the form is found out.
 * @param name the file's, for messages.
 * @throws Error where it is in neither.
 */
export function readPriceList(text: string, name: string): PriceList {
  const list = readListJson(text, name);
  if (isModelsDev(list)) return { form: 'models.dev', nameKey: 'modelsDev', providers: readModelsDev(list) };
  if (isLitellm(list)) return { form: 'LiteLLM', nameKey: 'litellm', providers: readLitellm(list) };
  throw new Error(
    `${name} is neither models.dev's api.json nor LiteLLM's model_prices_and_context_window.json; give one of them`,
  );
}
