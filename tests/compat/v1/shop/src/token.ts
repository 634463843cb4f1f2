export const ttl = 120
