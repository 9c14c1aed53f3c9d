import { createOperations, type OperatorsView } from './create-operations.ts';
import { listen, type Listening, type ListenOptions } from '../server/listen.ts';

const MAX_CONNECTIONS = 256;

type OperatorsOptions = Omit<ListenOptions, 'port' | 'maxConnections' | 'reusePort'> & {
  readonly metricsPort: number;
};

/** Opens the operators' port. @throws Error where it cannot be bound. */
export function listenToOperators(view: OperatorsView, options: OperatorsOptions): Promise<Listening> {
  return listen(createOperations(view), {
    ...options,
    port: options.metricsPort,
    maxConnections: MAX_CONNECTIONS,
    // Whoever asks here means this gateway and no other.
    reusePort: false,
  });
}
