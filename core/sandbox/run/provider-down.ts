import type { SandboxCall } from '../contract.ts';

/** A provider to be down for one request: `[down: anthropic]` anywhere in its prompt. */
const DOWN = /\[down: ([a-z0-9-]+)\]/;

/** Whether a prompt asks that the provider of this call be down: its connections are then reset. */
export function isProviderDown({ user, provider }: SandboxCall): boolean {
  return DOWN.exec(user)?.[1] === provider;
}
