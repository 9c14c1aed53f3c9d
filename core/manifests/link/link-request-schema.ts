import type { JsonObject } from '../../contract.ts';
import type { TuningParameter } from '../../generated/manifest.ts';
import type { ShapedManifest } from '../check/check-shape.ts';
import { objectIn } from '../../schema/json-values.ts';
import { enabledModels, parameterSchema, switchedOffModels } from './link-registry.ts';

const UNKNOWN_MODEL = {
  code: 'unknown_model',
  message: 'unknown model ID; GET /api/v1/models lists the known ones',
  nearest: true,
  beginning: {
    with: 'panel/',
    message: 'panels are only on /v1/chat/completions and /v1/responses; name models and judges here',
  },
};

/** The message for a model that is in a manifest and switched off, which replaces the suggestion of a similar name. */
const SWITCHED_OFF = 'this model is switched off here; GET /api/v1/models lists the models there are';

/** The problem of a model ID that no request may name. */
function unknownModel(manifests: readonly ShapedManifest[]): JsonObject {
  const names = manifests.flatMap(({ manifest }) => switchedOffModels(manifest).map(({ id }) => id));
  return names.length === 0 ? UNKNOWN_MODEL : { ...UNKNOWN_MODEL, instead: { names, message: SWITCHED_OFF } };
}

/** The prefix of definitions of tuning groups. The validators compile each to one function for all of its models. */
export const TUNING_PREFIX = 'Tuning.';

/** Adds the registry's models to the request schema: every ID, and every model's tuning parameters. */
export function linkRequestSchema(schema: JsonObject, manifests: readonly ShapedManifest[]): JsonObject {
  const definitions = objectIn(schema, 'definitions');
  const unknown = unknownModel(manifests);
  const models = manifests.flatMap(({ manifest }) =>
    enabledModels(manifest).map(({ id, tuning }) => ({ id, tuning, provider: manifest.provider.id })),
  );
  const groupReferences = models.map(({ id, tuning, provider }) => {
    const group = tuning === undefined ? 'none' : `${provider}.${tuning}`;
    return [id, { $ref: `#/definitions/${TUNING_PREFIX}${group}` }] as const;
  });
  return {
    ...schema,
    definitions: {
      ...definitions,
      ModelId: {
        ...objectIn(definitions, 'ModelId'),
        enum: models.map(({ id }) => id),
        'x-problems': { enum: unknown },
      },
      ModelTuning: {
        ...objectIn(definitions, 'ModelTuning'),
        additionalProperties: false,
        properties: Object.fromEntries(groupReferences),
        'x-problems': { additionalProperties: unknown },
      },
      [`${TUNING_PREFIX}none`]: groupSchema({}),
      ...Object.fromEntries(manifests.flatMap(groupsOf)),
    },
  };
}

function groupsOf({ manifest }: ShapedManifest): readonly (readonly [string, JsonObject])[] {
  const groups = Object.entries(manifest.tuning ?? {});
  return groups.map(([group, parameters]) => [
    `${TUNING_PREFIX}${manifest.provider.id}.${group}`,
    groupSchema(parameters),
  ]);
}

function groupSchema(parameters: Readonly<Record<string, TuningParameter>>): JsonObject {
  const names = Object.keys(parameters);
  const takes =
    names.length === 0
      ? 'takes no tuning parameters'
      : `takes no such parameter; it takes: ${names.join(', ')}`;
  return {
    title: names.length === 0 ? 'No tuning' : 'Tuning',
    description:
      names.length === 0
        ? 'These models take no parameters.'
        : 'Parameters of these models; one left out takes its default.',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => [name, parameterSchema(parameter)]),
    ),
    // The formatter of field errors replaces {key} by the model's ID.
    'x-problems': { additionalProperties: { code: 'not_allowed', message: `{key} ${takes}` } },
  };
}
