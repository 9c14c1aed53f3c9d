/** The part of a model's call in a request. When slots are scarce, contestants go first, because judges need answers. */
export type CallRole = 'contestant' | 'judge';
