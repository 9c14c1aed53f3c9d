import { isCalendarDate } from '../load/calendar-date.ts';
import { checkPrice } from './check-price.ts';
import type { ManifestProblem } from '../load/manifest-problem.ts';
import type { ModelScope } from './check-price.ts';

/** Checks the facts of a model that the schema cannot check. */
export function* checkModel(scope: ModelScope): Generator<ManifestProblem> {
  const { model, problem } = scope;
  // In careless code such an ID would read a member of every object.
  if (model.id in Object.prototype) {
    yield problem(['id'], `"${model.id}" is a name every JavaScript object has; choose another`);
  }
  yield* checkNames(scope);
  yield* checkLimits(scope);
  yield* checkSampling(scope);
  yield* checkCaching(scope);
  yield* checkPrice(scope);
  if (model.schemaEnforcement !== 'instruction' && scope.manifest.provider.schemaSubset === undefined) {
    yield problem(
      ['schemaEnforcement'],
      `is ${model.schemaEnforcement}, but provider.schemaSubset does not say which keywords the provider takes; add it`,
    );
  }
  yield* checkShutdown(scope);
}

/** A name must belong to one model, because it decides the price of a reply. */
function* checkNames({ manifest, model, problem }: ModelScope): Generator<ManifestProblem> {
  const { names = [] } = model;
  if (names.length > 1 && names.includes('*'))
    yield problem(['names'], '"*" stands for every name; remove the others, or the "*"');
  for (const [index, name] of names.entries()) {
    const other = manifest.models.find(
      (one) =>
        one !== model && (one.upstream === name || (name !== '*' && one.names?.includes(name) === true)),
    );
    if (name === model.upstream) yield problem(['names', index], 'is the upstream name; remove it');
    else if (other !== undefined)
      yield problem(['names', index], `is a name of ${other.id}; remove it from one of the two`);
  }
}

function* checkShutdown({ model, problem }: ModelScope): Generator<ManifestProblem> {
  const { shutdown, deprecated, successor, onShutdown } = model;
  for (const name of ['shutdown', 'deprecated'] as const) {
    const day = model[name];
    if (day !== undefined && !isCalendarDate(day))
      yield problem([name], `${day} is not a day of the calendar; correct it`);
  }
  if (shutdown !== undefined && deprecated !== undefined && deprecated > shutdown)
    yield problem(['deprecated'], `is after the shutdown (${shutdown}); correct one of them`);
  if (onShutdown === 'successor' && (shutdown === undefined || successor === undefined))
    yield problem(['onShutdown'], 'needs shutdown and successor; add what is missing, or remove it');
}

function* checkLimits({ model, problem }: ModelScope): Generator<ManifestProblem> {
  const {
    contextTokens,
    outputTokens,
    defaultOutputTokens,
    imageTokens,
    pdfPageTokens,
    pdfPageTextTokens = 0,
  } = model.limits;
  if (outputTokens > contextTokens) {
    yield problem(
      ['limits', 'outputTokens'],
      `is over contextTokens (${contextTokens}), which holds input and output; lower it`,
    );
  }
  if (defaultOutputTokens > outputTokens) {
    yield problem(
      ['limits', 'defaultOutputTokens'],
      `is over outputTokens (${outputTokens}), the most the model gives; lower it`,
    );
  }
  if (model.accepts.images.length > 0 && imageTokens === undefined) {
    yield problem(
      ['limits'],
      '"imageTokens" is missing, and the model accepts images; add the most one image can cost',
    );
  }
  if (model.accepts.pdf && pdfPageTokens === undefined) {
    yield problem(
      ['limits'],
      '"pdfPageTokens" is missing, and the model accepts PDFs; add the most one page can cost',
    );
  }
  // `every` may set it for the models that accept PDFs.
  if (model.accepts.pdf && pdfPageTextTokens > (pdfPageTokens ?? 0)) {
    yield problem(['limits', 'pdfPageTextTokens'], 'is over pdfPageTokens, which includes it; lower it');
  }
}

function* checkSampling({ model, problem }: ModelScope): Generator<ManifestProblem> {
  for (const name of ['temperature', 'topP'] as const) {
    const range = model.sampling[name];
    if (range === false) continue;
    const [min, max] = range;
    if (min > max) {
      yield problem(['sampling', name], `begins at ${min}, above its end ${max}; write the smaller first`);
    }
  }
  if (
    model.sampling.together === false &&
    (model.sampling.temperature === false || model.sampling.topP === false)
  ) {
    yield problem(
      ['sampling', 'together'],
      'says nothing where temperature or topP is refused anyway; remove it',
    );
  }
  yield* checkGreedyTopP(model.sampling, problem);
}

function* checkGreedyTopP(
  { temperature, topP, together, greedyTopP }: ModelScope['model']['sampling'],
  problem: ModelScope['problem'],
): Generator<ManifestProblem> {
  if (greedyTopP === undefined) return;
  if (temperature === false || topP === false || together === false) {
    yield problem(
      ['sampling', 'greedyTopP'],
      'needs a model that takes temperature and topP together; remove it',
    );
  } else if (greedyTopP < topP[0] || greedyTopP > topP[1]) {
    yield problem(['sampling', 'greedyTopP'], `is outside topP (${topP.join(' to ')}); correct one of them`);
  }
}

function* checkCaching({ model, problem }: ModelScope): Generator<ManifestProblem> {
  const { mode, minTokens, discount } = model.caching;
  const { cachedInput, cacheWrite, longContext } = model.price;
  if (mode === 'none') {
    const facts = [
      [['caching', 'minTokens'], minTokens],
      [['caching', 'discount'], discount],
      [['price', 'cachedInput'], cachedInput],
      [['price', 'cacheWrite'], cacheWrite],
      [['price', 'longContext', 'cachedInput'], longContext?.cachedInput],
    ] as const;
    for (const [path, fact] of facts)
      if (fact !== undefined)
        yield problem(path, 'is given, but caching.mode is none; remove it, or name the mode');
  } else if (mode === 'automatic') {
    if (cachedInput === undefined && discount === undefined)
      yield problem(
        ['caching'],
        'automatic caching needs price.cachedInput or caching.discount; add what a cached token costs, or set mode none (with "assay model add": --caching none)',
      );
  } else {
    if (minTokens === undefined)
      yield problem(
        ['caching'],
        `"minTokens" is missing; ${mode} caching needs the least prompt that is cached`,
      );
    if (cachedInput === undefined)
      yield problem(['price'], `"cachedInput" is missing; ${mode} caching needs the price of a cached token`);
  }
}
