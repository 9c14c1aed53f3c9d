import type { Panel } from '../generated/panel.ts';

export type { Panel };

/** What IDs of panels begin with; no model's does. */
export const PANEL_PREFIX = 'panel/';
