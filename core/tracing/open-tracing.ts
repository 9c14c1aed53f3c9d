import type { Environment } from '../config.ts';
import type { Tracing } from './span.ts';

/**
 * Opens tracing as OpenTelemetry's variables configure it. It is off unless they name an OTLP endpoint or exporter, and
 * the SDK is loaded only if it is on.
 * @throws Error that names a variable with an unsupported value.
 */
export async function openTracing(environment: Environment): Promise<Tracing | undefined> {
  if (!isEnabled(environment)) return undefined;
  const protocol =
    environment['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? environment['OTEL_EXPORTER_OTLP_PROTOCOL'] ?? '';
  if (!['', 'http/json'].includes(protocol))
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the one protocol this gateway speaks, or unset; collectors take it on the same port as http/protobuf',
    );
  const { startTracing } = await import('./otel-tracing.ts');
  return startTracing(environment);
}

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
function isEnabled(environment: Environment): boolean {
  if (environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return false;
  const exporter = environment['OTEL_TRACES_EXPORTER'];
  if (exporter === 'none') return false;
  if (exporter !== undefined && exporter !== '' && exporter !== 'otlp')
    throw new Error('OTEL_TRACES_EXPORTER must be otlp or none');
  return (
    exporter === 'otlp' ||
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] !== undefined ||
    environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] !== undefined
  );
}
