export * from '../find-server.ts';
