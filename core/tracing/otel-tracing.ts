import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type Tracer } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { Environment } from '../config.ts';
import { VERSION } from '../version.ts';
import { NO_SPAN, type Attributes, type Span, type Tracing } from './span.ts';

const KINDS = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** Sends spans in batches over OTLP/HTTP. A full queue drops the newest. The only file that uses the SDK. */
export function startTracing(environment: Environment): Tracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'assay', 'service.version': VERSION })
      .merge(defaultResource())
      .merge(resourceFromAttributes({ 'service.name': environment['OTEL_SERVICE_NAME'] ?? 'assay' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(environment),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(exporterOptions(environment)) }),
    ],
  });
  const tracer = provider.getTracer('assay', VERSION);
  const propagator = new W3CTraceContextPropagator();
  return {
    request(headers, attributes) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, {
        keys: (carrier) => Object.keys(carrier),
        get: (carrier, key) => {
          const value: unknown = carrier[key];
          return typeof value === 'string' ? value : undefined;
        },
      });
      return open(tracer, parent, 'POST /api/v1/prompt', { kind: SpanKind.SERVER, attributes });
    },
    close: () => provider.shutdown(),
  };
}

function open(
  tracer: Tracer,
  parent: Context,
  name: string,
  { kind, attributes }: { readonly kind: SpanKind; readonly attributes: Attributes },
): Span {
  const span = tracer.startSpan(name, { kind, attributes: { ...attributes } }, parent);
  if (!span.isRecording()) return NO_SPAN;
  const context = trace.setSpan(parent, span);
  return {
    isRecording: true,
    child: (childName, childKind, childAttributes = {}) =>
      open(tracer, context, childName, { kind: KINDS[childKind], attributes: childAttributes }),
    set: (more) => void span.setAttributes({ ...more }),
    fail(errorType) {
      span.setAttribute('error.type', errorType);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/** The exporter reads its other variables, such as headers and timeout, by itself. */
function exporterOptions(environment: Environment): { readonly url?: string } {
  const whole = environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (whole !== undefined) return { url: whole };
  const base = environment['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return base === undefined ? {} : { url: `${base.replace(/\/+$/, '')}/v1/traces` };
}

/** @throws Error that names the supported samplers. */
function samplerOf(environment: Environment): Sampler {
  const name = environment['OTEL_TRACES_SAMPLER'] ?? 'parentbased_always_on';
  const share = Number(environment['OTEL_TRACES_SAMPLER_ARG'] ?? 1);
  if (!(share >= 0 && share <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  const samplers: Readonly<Record<string, Sampler>> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(share),
  };
  const root = samplers[name.replace('parentbased_', '')];
  if (root === undefined)
    throw new Error(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers).join(', ')}, or one of them after parentbased_`,
    );
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
