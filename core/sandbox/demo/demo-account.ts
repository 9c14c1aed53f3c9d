export const ACCOUNT = 'demo';
export const CREDITS = 10_000;
