/** The client left before anything was held or run for it: there is nobody to answer and nothing to charge. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone');
    this.name = 'ClientGone';
  }
}
