import type { RequestHandler } from 'express';
import { UNKNOWN_MODEL } from '../../dialects/door-problems.ts';
import { GatewayError } from '../../errors.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { authenticate } from '../admit/admit.ts';
import { sendStatic, staticAnswerOf } from '../answer/static-answer.ts';
import type { RequestServing } from '../run/run-registered.ts';

interface ModelListServices {
  readonly ledger: Ledger;
  readonly current: () => RequestServing;
}

interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

/** GET /v1/models: what can be asked here. Models whose provider has no key are left out. Panels are models too. */
export function modelListRoute(services: ModelListServices): RequestHandler {
  const answerOf = staticAnswerOf((serving: RequestServing) =>
    Buffer.from(JSON.stringify({ object: 'list', data: listModels(serving) })),
  );
  return async function modelList(request, response) {
    await authenticate(request, services.ledger);
    sendStatic(response, await answerOf(services.current()), 'private, no-cache');
  };
}

/** GET /v1/models/{model}. @param prefix of the IDs that are asked for by the rest alone. */
export function oneModelRoute(services: ModelListServices, prefix = ''): RequestHandler {
  return async function oneModel(request, response) {
    await authenticate(request, services.ledger);
    const wanted = prefix + String(request.params['model']);
    const found = listModels(services.current()).find(({ id }) => id === wanted);
    if (found === undefined)
      throw new GatewayError('validation-failed', {
        errors: [
          {
            pointer: '/model',
            code: UNKNOWN_MODEL,
            message: 'there is no such model; GET /v1/models lists the models',
          },
        ],
      });
    response.set('Cache-Control', 'no-store').json(found);
  };
}

/** A panel can be asked where one of its models can. */
function listModels({ registry, panels, upstream }: RequestServing): readonly ListedModel[] {
  const entries = registry.entries.filter(({ provider }) => upstream.connections.has(provider.id));
  const models = entries.map(({ model, provider }): ListedModel => ({
    id: model.id,
    object: 'model',
    // There is no such date of a model: the day its price was last compared is the same at every gateway.
    created: Date.parse(model.price.checked) / 1_000,
    owned_by: provider.id,
  }));
  const listed = panels.flatMap((panel): readonly ListedModel[] => {
    const own = models.filter(({ id }) => panel.models.includes(id)).map(({ created }) => created);
    const { id } = panel;
    return own.length === 0 ? [] : [{ id, object: 'model', created: Math.max(...own), owned_by: 'assay' }];
  });
  return [...models, ...listed];
}
