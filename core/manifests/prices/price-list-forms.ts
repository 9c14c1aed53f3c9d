import type { Provider } from '../../generated/manifest.ts';
import { isExactObject, readListJson, type ListedProviders } from './price-list.ts';
import { genaiProvidersOf, readGenaiPrices } from './read-genai-prices.ts';
import { isLitellm, readLitellm } from './read-litellm.ts';
import { isModelsDev, readModelsDev } from './read-models-dev.ts';

export interface PriceList {
  readonly form: 'models.dev' | 'LiteLLM' | 'genai-prices';
  /** The member of `provider.priceLists` that names a provider in lists of this form. */
  readonly nameKey: keyof NonNullable<Provider['priceLists']>;
  readonly providers: ListedProviders;
}

/** Later than any price begins. */
const LAST_DAY = '9999-12-31';

/**
 * A price list in any of the forms; the form is found out.
 * @param name the file's, for messages.
 * @param today `YYYY-MM-DD`; prices that begin later do not count. Absent: all announced prices do.
 * @throws Error where it is in none of them.
 */
export function readPriceList(text: string, name: string, today = LAST_DAY): PriceList {
  const list = readListJson(text, name);
  const genai = genaiProvidersOf(list);
  if (genai !== undefined)
    return { form: 'genai-prices', nameKey: 'genaiPrices', providers: readGenaiPrices(genai, today) };
  if (isExactObject(list)) {
    if (isModelsDev(list))
      return { form: 'models.dev', nameKey: 'modelsDev', providers: readModelsDev(list) };
    if (isLitellm(list)) return { form: 'LiteLLM', nameKey: 'litellm', providers: readLitellm(list) };
  }
  throw new Error(
    `${name} is neither models.dev's api.json nor LiteLLM's model_prices_and_context_window.json nor genai-prices' data.json; give one of them`,
  );
}
