import type { Registry } from 'prom-client';

/** Every metric, as text that Prometheus reads. */
export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

export async function expose(register: Registry): Promise<Exposition> {
  return { contentType: register.contentType, text: await register.metrics() };
}
