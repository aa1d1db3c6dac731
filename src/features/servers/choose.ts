export * from '../choose-server.ts';
