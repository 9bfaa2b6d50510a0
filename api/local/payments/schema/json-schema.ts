/** The part of JSON Schema that the SDK's types need. */
export type JsonSchema = {
  $ref?: string;
  type?: 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  const?: string | number | boolean;
  enum?: string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | false;
};

/** The schema. Each root is the `$ref` of its definition. */
export type StripeSchema = {
  objects: Record<string, string>;
  events: Record<string, string>;
  requests: Record<string, string>;
  $defs: Record<string, JsonSchema>;
};
