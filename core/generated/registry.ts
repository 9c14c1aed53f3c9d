// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
import type { RegistryData } from '../contract.ts';

const data: RegistryData = {
  "hash": "293993abfb215f764ebc0d2549cb4fc882e8ac9ccf65a704bc2d7c2852c98fde",
  "providers": [
    {
      "id": "anthropic",
      "name": "Anthropic",
      "plugin": "messages",
      "baseUrl": "https://api.anthropic.com/v1",
      "auth": {
        "scheme": "header",
        "header": "x-api-key",
        "env": "ANTHROPIC_API_KEY"
      },
      "headers": {
        "anthropic-version": "2023-06-01"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 600000,
        "idleMs": 30000,
        "totalMs": 600000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": [
          "/usage/input_tokens",
          "/usage/cache_read_input_tokens",
          "/usage/cache_creation_input_tokens"
        ],
        "cachedInput": "/usage/cache_read_input_tokens",
        "cacheWrite": "/usage/cache_creation_input_tokens",
        "output": "/usage/output_tokens",
        "reasoning": "/usage/output_tokens_details/thinking_tokens"
      },
      "attachments": {
        "imageBytes": 5242880,
        "images": 100,
        "totalBase64Bytes": 32000000
      },
      "wire": {},
      "telemetryName": "anthropic",
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      },
      "schemaSubset": null
    },
    {
      "id": "bedrock",
      "name": "Amazon Nova",
      "plugin": "converse",
      "baseUrl": "https://bedrock-runtime.{region}.amazonaws.com",
      "auth": {
        "scheme": "sigv4",
        "service": "bedrock",
        "bearerEnv": "AWS_BEARER_TOKEN_BEDROCK",
        "accessKeyIdEnv": "AWS_ACCESS_KEY_ID",
        "secretAccessKeyEnv": "AWS_SECRET_ACCESS_KEY",
        "sessionTokenEnv": "AWS_SESSION_TOKEN",
        "regionEnv": "AWS_REGION",
        "defaultRegion": "us-east-1"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 600000,
        "idleMs": 30000,
        "totalMs": 600000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": [
          "/usage/inputTokens",
          "/usage/cacheReadInputTokens",
          "/usage/cacheWriteInputTokens"
        ],
        "cachedInput": "/usage/cacheReadInputTokens",
        "cacheWrite": "/usage/cacheWriteInputTokens",
        "output": "/usage/outputTokens"
      },
      "telemetryName": "aws.bedrock",
      "rules": {
        "minTokens": 1,
        "userFirst": true,
        "capWithinContext": false
      },
      "schemaSubset": {
        "keywords": [
          "type",
          "properties",
          "required",
          "items",
          "enum",
          "description",
          "additionalProperties",
          "anyOf",
          "$ref",
          "$defs",
          "minimum",
          "maximum",
          "minItems",
          "maxItems"
        ],
        "maxDepth": 16,
        "allRequired": false,
        "closedObjects": false,
        "rootObject": true,
        "typed": false
      },
      "attachments": {
        "imageBytes": 3932160,
        "images": 20,
        "pdfBytes": 4718592,
        "pdfs": 5,
        "totalBase64Bytes": 25000000
      },
      "headers": {},
      "wire": {},
      "promptCacheKey": null
    },
    {
      "id": "cerebras",
      "name": "Cerebras",
      "plugin": "chat-completions",
      "baseUrl": "https://api.cerebras.ai/v1",
      "auth": {
        "scheme": "bearer",
        "env": "CEREBRAS_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 120000,
        "idleMs": 15000,
        "totalMs": 120000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": "/usage/prompt_tokens",
        "cachedInput": "/usage/prompt_tokens_details/cached_tokens",
        "output": "/usage/completion_tokens",
        "reasoning": "/usage/completion_tokens_details/reasoning_tokens"
      },
      "wire": {
        "maxTokens": "max_completion_tokens",
        "systemRole": "system",
        "image": "object"
      },
      "headers": {},
      "telemetryName": "cerebras",
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      },
      "attachments": {},
      "schemaSubset": null
    },
    {
      "id": "deepseek",
      "name": "DeepSeek",
      "plugin": "chat-completions",
      "baseUrl": "https://api.deepseek.com",
      "auth": {
        "scheme": "bearer",
        "env": "DEEPSEEK_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 600000,
        "idleMs": 60000,
        "totalMs": 600000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": "/usage/prompt_tokens",
        "cachedInput": "/usage/prompt_cache_hit_tokens",
        "output": "/usage/completion_tokens",
        "reasoning": "/usage/completion_tokens_details/reasoning_tokens"
      },
      "wire": {
        "maxTokens": "max_tokens",
        "systemRole": "system",
        "image": "object"
      },
      "headers": {},
      "telemetryName": "deepseek",
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      },
      "attachments": {},
      "schemaSubset": null
    },
    {
      "id": "google",
      "name": "Google Gemini",
      "plugin": "generate-content",
      "baseUrl": "https://generativelanguage.googleapis.com/v1beta",
      "auth": {
        "scheme": "header",
        "header": "x-goog-api-key",
        "env": "GEMINI_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 600000,
        "idleMs": 60000,
        "totalMs": 600000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": [
          "/usageMetadata/promptTokenCount",
          "/usageMetadata/toolUsePromptTokenCount"
        ],
        "cachedInput": "/usageMetadata/cachedContentTokenCount",
        "output": [
          "/usageMetadata/candidatesTokenCount",
          "/usageMetadata/thoughtsTokenCount"
        ],
        "reasoning": "/usageMetadata/thoughtsTokenCount",
        "searches": "/candidates/0/groundingMetadata/webSearchQueries"
      },
      "telemetryName": "gcp.gemini",
      "schemaSubset": {
        "keywords": [
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "prefixItems",
          "enum",
          "anyOf",
          "$ref",
          "$defs",
          "title",
          "description",
          "format",
          "minimum",
          "maximum",
          "minItems",
          "maxItems"
        ],
        "maxDepth": 16,
        "allRequired": false,
        "closedObjects": false,
        "rootObject": false,
        "typed": false
      },
      "attachments": {
        "pdfBytes": 52428800,
        "totalBase64Bytes": 100000000
      },
      "headers": {},
      "wire": {},
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      }
    },
    {
      "id": "groq",
      "name": "Groq",
      "plugin": "chat-completions",
      "baseUrl": "https://api.groq.com/openai/v1",
      "auth": {
        "scheme": "bearer",
        "env": "GROQ_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 120000,
        "idleMs": 15000,
        "totalMs": 120000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": {
          "firstOf": [
            "/usage/prompt_tokens",
            "/x_groq/usage/prompt_tokens"
          ]
        },
        "cachedInput": {
          "firstOf": [
            "/usage/prompt_tokens_details/cached_tokens",
            "/x_groq/usage/prompt_tokens_details/cached_tokens"
          ]
        },
        "output": {
          "firstOf": [
            "/usage/completion_tokens",
            "/x_groq/usage/completion_tokens"
          ]
        },
        "reasoning": {
          "firstOf": [
            "/usage/completion_tokens_details/reasoning_tokens",
            "/x_groq/usage/completion_tokens_details/reasoning_tokens"
          ]
        }
      },
      "wire": {
        "maxTokens": "max_completion_tokens",
        "systemRole": "system",
        "image": "object",
        "streamUsage": "always",
        "streamsSchemas": false
      },
      "schemaSubset": {
        "keywords": [
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "$ref",
          "$defs",
          "title",
          "description",
          "minimum",
          "maximum"
        ],
        "maxDepth": 10,
        "allRequired": true,
        "closedObjects": true,
        "rootObject": true,
        "typed": true
      },
      "attachments": {
        "images": 5,
        "totalBase64Bytes": 4000000
      },
      "headers": {},
      "telemetryName": "groq",
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      }
    },
    {
      "id": "mistral",
      "name": "Mistral",
      "plugin": "chat-completions",
      "baseUrl": "https://api.mistral.ai/v1",
      "auth": {
        "scheme": "bearer",
        "env": "MISTRAL_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 300000,
        "idleMs": 30000,
        "totalMs": 300000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": "/usage/prompt_tokens",
        "cachedInput": {
          "firstOf": [
            "/usage/num_cached_tokens",
            "/usage/prompt_tokens_details/cached_tokens",
            "/usage/prompt_token_details/cached_tokens"
          ]
        },
        "output": "/usage/completion_tokens"
      },
      "wire": {
        "maxTokens": "max_tokens",
        "systemRole": "system",
        "image": "string",
        "streamUsage": "always"
      },
      "telemetryName": "mistral_ai",
      "promptCacheKey": "/prompt_cache_key",
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": true
      },
      "attachments": {
        "imageBytes": 10485760,
        "images": 8
      },
      "headers": {},
      "schemaSubset": null
    },
    {
      "id": "openai",
      "name": "OpenAI",
      "plugin": "responses",
      "baseUrl": "https://api.openai.com/v1",
      "auth": {
        "scheme": "bearer",
        "env": "OPENAI_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 600000,
        "idleMs": 120000,
        "totalMs": 600000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": "/usage/input_tokens",
        "cachedInput": "/usage/input_tokens_details/cached_tokens",
        "cacheWrite": "/usage/input_tokens_details/cache_write_tokens",
        "output": "/usage/output_tokens",
        "reasoning": "/usage/output_tokens_details/reasoning_tokens"
      },
      "promptCacheKey": "/prompt_cache_key",
      "rules": {
        "minTokens": 16,
        "userFirst": false,
        "capWithinContext": false
      },
      "schemaSubset": {
        "keywords": [
          "type",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "$ref",
          "$defs",
          "title",
          "description",
          "multipleOf",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "minItems",
          "maxItems"
        ],
        "maxDepth": 10,
        "allRequired": true,
        "closedObjects": true,
        "rootObject": true,
        "typed": true
      },
      "attachments": {
        "images": 500,
        "pdfBytes": 52428800,
        "totalBase64Bytes": 67108864
      },
      "headers": {},
      "wire": {},
      "telemetryName": "openai"
    },
    {
      "id": "xai",
      "name": "xAI",
      "plugin": "chat-completions",
      "baseUrl": "https://api.x.ai/v1",
      "auth": {
        "scheme": "bearer",
        "env": "XAI_API_KEY"
      },
      "timeouts": {
        "connectMs": 5000,
        "firstByteMs": 900000,
        "idleMs": 60000,
        "totalMs": 900000
      },
      "streaming": true,
      "maxReplyBytes": 16777216,
      "concurrency": {
        "calls": 512,
        "queue": 4096
      },
      "retries": {
        "attempts": 3,
        "firstPauseMs": 250,
        "maxPauseMs": 4000,
        "maxRetryAfterMs": 15000
      },
      "retryBudget": {
        "percent": 20,
        "perMinute": 60
      },
      "breaker": {
        "calls": 20,
        "failedPercent": 50,
        "openMs": 15000
      },
      "keys": {
        "limitedRestMs": 10000,
        "refusedRestMs": 300000
      },
      "usage": {
        "input": "/usage/prompt_tokens",
        "cachedInput": "/usage/prompt_tokens_details/cached_tokens",
        "output": [
          "/usage/total_tokens",
          "-/usage/prompt_tokens"
        ],
        "reasoning": "/usage/completion_tokens_details/reasoning_tokens"
      },
      "wire": {
        "maxTokens": "max_completion_tokens",
        "systemRole": "system",
        "image": "object"
      },
      "telemetryName": "x_ai",
      "attachments": {
        "imageBytes": 20971520
      },
      "headers": {},
      "promptCacheKey": null,
      "rules": {
        "minTokens": 1,
        "userFirst": false,
        "capWithinContext": false
      },
      "schemaSubset": null
    }
  ],
  "models": [
    {
      "id": "claude-opus-4-7",
      "provider": "anthropic",
      "upstream": "claude-opus-4-7",
      "names": [],
      "group": "reasoning",
      "judge": "primary",
      "price": {
        "inputPicoUsd": 5000000,
        "outputPicoUsd": 25000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": 6250000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 5000,
        "pdfPageTokens": 9100,
        "imageCounting": {
          "fitPx": 2576,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 4100
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 1024,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off.",
            "oneOf": [
              {
                "type": "integer",
                "const": 0
              },
              {
                "type": "integer",
                "minimum": 1024,
                "maximum": 32000
              }
            ]
          },
          "cases": [
            {
              "equals": 0
            },
            {
              "below": 4096,
              "set": {
                "/thinking": {
                  "type": "adaptive"
                },
                "/output_config/effort": "low"
              },
              "warn": "This model takes a thinking effort, not a budget; effort low was sent.",
              "raisesMaxTokens": true
            },
            {
              "below": 16000,
              "set": {
                "/thinking": {
                  "type": "adaptive"
                },
                "/output_config/effort": "medium"
              },
              "warn": "This model takes a thinking effort, not a budget; effort medium was sent.",
              "raisesMaxTokens": true
            },
            {
              "set": {
                "/thinking": {
                  "type": "adaptive"
                },
                "/output_config/effort": "high"
              },
              "warn": "This model takes a thinking effort, not a budget; effort high was sent.",
              "raisesMaxTokens": true
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "claude-opus-4-6",
      "provider": "anthropic",
      "upstream": "claude-opus-4-6",
      "names": [],
      "group": "reasoning",
      "judge": "primary",
      "price": {
        "inputPicoUsd": 5000000,
        "outputPicoUsd": 25000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": 6250000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1600,
        "pdfPageTokens": 4600,
        "imageCounting": {
          "fitPx": 1568,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 3000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": false,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 1024,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off.",
            "oneOf": [
              {
                "type": "integer",
                "const": 0
              },
              {
                "type": "integer",
                "minimum": 1024,
                "maximum": 32000
              }
            ]
          },
          "cases": [
            {
              "equals": 0,
              "reasoningTokens": 0
            },
            {
              "set": {
                "/thinking": {
                  "type": "enabled",
                  "budget_tokens": "$value"
                }
              },
              "raisesMaxTokens": true,
              "dropsSampling": true
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "claude-sonnet-4-6",
      "provider": "anthropic",
      "upstream": "claude-sonnet-4-6",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 3000000,
        "outputPicoUsd": 15000000,
        "cachedInputPicoUsd": 300000,
        "cacheWritePicoUsd": 3750000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1600,
        "pdfPageTokens": 4600,
        "imageCounting": {
          "fitPx": 1568,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 3000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": false,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 1024,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off.",
            "oneOf": [
              {
                "type": "integer",
                "const": 0
              },
              {
                "type": "integer",
                "minimum": 1024,
                "maximum": 32000
              }
            ]
          },
          "cases": [
            {
              "equals": 0,
              "reasoningTokens": 0
            },
            {
              "set": {
                "/thinking": {
                  "type": "enabled",
                  "budget_tokens": "$value"
                }
              },
              "raisesMaxTokens": true,
              "dropsSampling": true
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "claude-haiku-4-5",
      "provider": "anthropic",
      "upstream": "claude-haiku-4-5",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 1000000,
        "outputPicoUsd": 5000000,
        "cachedInputPicoUsd": 100000,
        "cacheWritePicoUsd": 1250000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 200000,
        "outputTokens": 64000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1600,
        "pdfPageTokens": 4600,
        "imageCounting": {
          "fitPx": 1568,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 3000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": false,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 2048,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "claude-opus-4-5-20251101",
      "provider": "anthropic",
      "upstream": "claude-opus-4-5-20251101",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 5000000,
        "outputPicoUsd": 25000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": 6250000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 200000,
        "outputTokens": 64000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1600,
        "pdfPageTokens": 4600,
        "imageCounting": {
          "fitPx": 1568,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 3000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": false,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 1024,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": "2027-01-22",
      "deprecated": null,
      "successor": "claude-opus-4-7",
      "isSucceeded": false
    },
    {
      "id": "claude-sonnet-4-5-20250929",
      "provider": "anthropic",
      "upstream": "claude-sonnet-4-5-20250929",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 3000000,
        "outputPicoUsd": 15000000,
        "cachedInputPicoUsd": 300000,
        "cacheWritePicoUsd": 3750000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 200000,
        "outputTokens": 64000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1600,
        "pdfPageTokens": 4600,
        "imageCounting": {
          "fitPx": 1568,
          "pixelsPerToken": 750
        },
        "pdfPageTextTokens": 3000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": false,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "explicit",
        "minTokens": 1024,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": "2026-11-30",
      "deprecated": null,
      "successor": "claude-sonnet-4-6",
      "isSucceeded": false
    },
    {
      "id": "nova-pro",
      "provider": "bedrock",
      "upstream": "amazon.nova-pro-v1:0",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 800000,
        "outputPicoUsd": 3200000,
        "cachedInputPicoUsd": 200000,
        "cacheWritePicoUsd": 800000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 300000,
        "outputTokens": 10000,
        "defaultOutputTokens": 5000,
        "uncappedReasoningTokens": 0,
        "imageTokens": 12000,
        "pdfPageTokens": 5000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "forcedTool",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "nova-lite",
      "provider": "bedrock",
      "upstream": "amazon.nova-lite-v1:0",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 60000,
        "outputPicoUsd": 240000,
        "cachedInputPicoUsd": 15000,
        "cacheWritePicoUsd": 60000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 300000,
        "outputTokens": 10000,
        "defaultOutputTokens": 5000,
        "uncappedReasoningTokens": 0,
        "imageTokens": 12000,
        "pdfPageTokens": 5000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "forcedTool",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "nova-micro",
      "provider": "bedrock",
      "upstream": "amazon.nova-micro-v1:0",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 35000,
        "outputPicoUsd": 140000,
        "cachedInputPicoUsd": 8750,
        "cacheWritePicoUsd": 35000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 128000,
        "outputTokens": 10000,
        "defaultOutputTokens": 5000,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "forcedTool",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "nova-2-lite",
      "provider": "bedrock",
      "upstream": "global.amazon.nova-2-lite-v1:0",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 300000,
        "outputPicoUsd": 2500000,
        "cachedInputPicoUsd": 75000,
        "cacheWritePicoUsd": 300000,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 65535,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 12000,
        "pdfPageTokens": 5000
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          1
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "forcedTool",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "cerebras-gpt-oss-120b",
      "provider": "cerebras",
      "upstream": "gpt-oss-120b",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 350000,
        "outputPicoUsd": 750000,
        "cachedInputPicoUsd": null,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 40960,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 1000
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "none",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 500
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 2000
            },
            {
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "cerebras-qwen-3.8-27b",
      "provider": "cerebras",
      "upstream": "qwen-3.8-27b",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 990000,
        "outputPicoUsd": 1490000,
        "cachedInputPicoUsd": null,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 32768,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 16384,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "none",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 500
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 2000
            },
            {
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {
        "/reasoning_format": "parsed"
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "deepseek-v4-pro",
      "provider": "deepseek",
      "upstream": "deepseek-v4-pro",
      "names": [],
      "group": "reasoning",
      "judge": "reasoning",
      "price": {
        "inputPicoUsd": 1320000,
        "outputPicoUsd": 3960000,
        "cachedInputPicoUsd": 44000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 384000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 3000
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": 64,
        "discountMilli": 900
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "deepseek-flash",
      "provider": "deepseek",
      "upstream": "deepseek-flash",
      "names": [
        "deepseek-v4-flash",
        "deepseek-v4.1-flash"
      ],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 300000,
        "outputPicoUsd": 1200000,
        "cachedInputPicoUsd": 6000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 384000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 384,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": 64,
        "discountMilli": 900
      },
      "tuning": {},
      "send": {
        "/thinking": {
          "type": "disabled"
        }
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gemini-3.1-pro-preview",
      "provider": "google",
      "upstream": "gemini-3.1-pro-preview",
      "names": [],
      "group": "reasoning",
      "judge": "alternative",
      "price": {
        "inputPicoUsd": 2000000,
        "outputPicoUsd": 12000000,
        "cachedInputPicoUsd": 200000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 200000,
          "inputPicoUsd": 4000000,
          "outputPicoUsd": 18000000,
          "cachedInputPicoUsd": 400000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": 14000000000,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1120,
        "pdfPageTokens": 1120
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off as far as the model allows.",
            "type": "integer",
            "minimum": 0,
            "maximum": 24576
          },
          "cases": [
            {
              "equals": 0,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "LOW"
              },
              "warn": "This model cannot turn thinking off; level low was sent.",
              "reasoningTokens": 1000
            },
            {
              "below": 4096,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "LOW"
              },
              "warn": "This model takes a thinking level, not a budget; level low was sent.",
              "raisesMaxTokens": true
            },
            {
              "below": 16000,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MEDIUM"
              },
              "warn": "This model takes a thinking level, not a budget; level medium was sent.",
              "raisesMaxTokens": true
            },
            {
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "HIGH"
              },
              "warn": "This model takes a thinking level, not a budget; level high was sent.",
              "raisesMaxTokens": true
            }
          ]
        },
        "webSearch": {
          "schema": {
            "description": "Lets the model search the web; each query it makes is billed.",
            "type": "boolean"
          },
          "cases": [
            {
              "equals": true,
              "set": {
                "/tools": [
                  {
                    "googleSearch": {}
                  }
                ]
              },
              "excludes": [
                "cachedContent"
              ]
            },
            {
              "set": {}
            }
          ]
        },
        "cachedContent": {
          "schema": {
            "description": "The name of a cache resource, created beforehand with a key of the gateway's own Google project.",
            "type": "string",
            "pattern": "^cachedContents/[A-Za-z0-9_-]{1,128}$",
            "maxLength": 143
          },
          "cases": [
            {
              "set": {
                "/cachedContent": "$value"
              }
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gemini-3.5-flash",
      "provider": "google",
      "upstream": "gemini-3.5-flash",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 1500000,
        "outputPicoUsd": 9000000,
        "cachedInputPicoUsd": 150000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": 14000000000,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1120,
        "pdfPageTokens": 1120
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off as far as the model allows.",
            "type": "integer",
            "minimum": 0,
            "maximum": 24576
          },
          "cases": [
            {
              "equals": 0,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MINIMAL"
              },
              "warn": "This model cannot turn thinking off; level minimal was sent.",
              "reasoningTokens": 200
            },
            {
              "below": 4096,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "LOW"
              },
              "warn": "This model takes a thinking level, not a budget; level low was sent.",
              "raisesMaxTokens": true
            },
            {
              "below": 16000,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MEDIUM"
              },
              "warn": "This model takes a thinking level, not a budget; level medium was sent.",
              "raisesMaxTokens": true
            },
            {
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "HIGH"
              },
              "warn": "This model takes a thinking level, not a budget; level high was sent.",
              "raisesMaxTokens": true
            }
          ]
        },
        "webSearch": {
          "schema": {
            "description": "Lets the model search the web; each query it makes is billed.",
            "type": "boolean"
          },
          "cases": [
            {
              "equals": true,
              "set": {
                "/tools": [
                  {
                    "googleSearch": {}
                  }
                ]
              },
              "excludes": [
                "cachedContent"
              ]
            },
            {
              "set": {}
            }
          ]
        },
        "cachedContent": {
          "schema": {
            "description": "The name of a cache resource, created beforehand with a key of the gateway's own Google project.",
            "type": "string",
            "pattern": "^cachedContents/[A-Za-z0-9_-]{1,128}$",
            "maxLength": 143
          },
          "cases": [
            {
              "set": {
                "/cachedContent": "$value"
              }
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gemini-3-flash-preview",
      "provider": "google",
      "upstream": "gemini-3-flash-preview",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 500000,
        "outputPicoUsd": 3000000,
        "cachedInputPicoUsd": 50000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": 14000000000,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1120,
        "pdfPageTokens": 1120
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off as far as the model allows.",
            "type": "integer",
            "minimum": 0,
            "maximum": 24576
          },
          "cases": [
            {
              "equals": 0,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MINIMAL"
              },
              "warn": "This model cannot turn thinking off; level minimal was sent.",
              "reasoningTokens": 200
            },
            {
              "below": 4096,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "LOW"
              },
              "warn": "This model takes a thinking level, not a budget; level low was sent.",
              "raisesMaxTokens": true
            },
            {
              "below": 16000,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MEDIUM"
              },
              "warn": "This model takes a thinking level, not a budget; level medium was sent.",
              "raisesMaxTokens": true
            },
            {
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "HIGH"
              },
              "warn": "This model takes a thinking level, not a budget; level high was sent.",
              "raisesMaxTokens": true
            }
          ]
        },
        "webSearch": {
          "schema": {
            "description": "Lets the model search the web; each query it makes is billed.",
            "type": "boolean"
          },
          "cases": [
            {
              "equals": true,
              "set": {
                "/tools": [
                  {
                    "googleSearch": {}
                  }
                ]
              },
              "excludes": [
                "cachedContent"
              ]
            },
            {
              "set": {}
            }
          ]
        },
        "cachedContent": {
          "schema": {
            "description": "The name of a cache resource, created beforehand with a key of the gateway's own Google project.",
            "type": "string",
            "pattern": "^cachedContents/[A-Za-z0-9_-]{1,128}$",
            "maxLength": 143
          },
          "cases": [
            {
              "set": {
                "/cachedContent": "$value"
              }
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": "gemini-3.5-flash",
      "isSucceeded": false
    },
    {
      "id": "gemini-3.1-flash-lite",
      "provider": "google",
      "upstream": "gemini-3.1-flash-lite",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 250000,
        "outputPicoUsd": 1500000,
        "cachedInputPicoUsd": 25000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": 14000000000,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1120,
        "pdfPageTokens": 1120
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {
        "thinkingBudget": {
          "schema": {
            "description": "Tokens the model may think before it answers; 0 turns thinking off as far as the model allows.",
            "type": "integer",
            "minimum": 0,
            "maximum": 24576
          },
          "cases": [
            {
              "equals": 0,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MINIMAL"
              },
              "warn": "This model cannot turn thinking off; level minimal was sent.",
              "reasoningTokens": 200
            },
            {
              "below": 4096,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "LOW"
              },
              "warn": "This model takes a thinking level, not a budget; level low was sent.",
              "raisesMaxTokens": true
            },
            {
              "below": 16000,
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "MEDIUM"
              },
              "warn": "This model takes a thinking level, not a budget; level medium was sent.",
              "raisesMaxTokens": true
            },
            {
              "set": {
                "/generationConfig/thinkingConfig/thinkingLevel": "HIGH"
              },
              "warn": "This model takes a thinking level, not a budget; level high was sent.",
              "raisesMaxTokens": true
            }
          ]
        },
        "webSearch": {
          "schema": {
            "description": "Lets the model search the web; each query it makes is billed.",
            "type": "boolean"
          },
          "cases": [
            {
              "equals": true,
              "set": {
                "/tools": [
                  {
                    "googleSearch": {}
                  }
                ]
              },
              "excludes": [
                "cachedContent"
              ]
            },
            {
              "set": {}
            }
          ]
        },
        "cachedContent": {
          "schema": {
            "description": "The name of a cache resource, created beforehand with a key of the gateway's own Google project.",
            "type": "string",
            "pattern": "^cachedContents/[A-Za-z0-9_-]{1,128}$",
            "maxLength": 143
          },
          "cases": [
            {
              "set": {
                "/cachedContent": "$value"
              }
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gemini-2.5-pro",
      "provider": "google",
      "upstream": "gemini-2.5-pro",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 1250000,
        "outputPicoUsd": 10000000,
        "cachedInputPicoUsd": 125000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 200000,
          "inputPicoUsd": 2500000,
          "outputPicoUsd": 15000000,
          "cachedInputPicoUsd": 250000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2400,
        "pdfPageTokens": 2400
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": "2026-12-01",
      "deprecated": null,
      "successor": "gemini-3.1-pro-preview",
      "isSucceeded": false
    },
    {
      "id": "gemini-2.5-flash",
      "provider": "google",
      "upstream": "gemini-2.5-flash",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 300000,
        "outputPicoUsd": 2500000,
        "cachedInputPicoUsd": 30000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2400,
        "pdfPageTokens": 2400
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 1000
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": "2026-12-01",
      "deprecated": null,
      "successor": "gemini-3.5-flash",
      "isSucceeded": false
    },
    {
      "id": "gemini-2.5-flash-lite",
      "provider": "google",
      "upstream": "gemini-2.5-flash-lite",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 100000,
        "outputPicoUsd": 400000,
        "cachedInputPicoUsd": 10000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1048576,
        "outputTokens": 65536,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2400,
        "pdfPageTokens": 2400
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "resource",
        "minTokens": 32768,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-oss-120b",
      "provider": "groq",
      "upstream": "openai/gpt-oss-120b",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 150000,
        "outputPicoUsd": 600000,
        "cachedInputPicoUsd": 75000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 1000
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {
        "/include_reasoning": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-oss-20b",
      "provider": "groq",
      "upstream": "openai/gpt-oss-20b",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 75000,
        "outputPicoUsd": 300000,
        "cachedInputPicoUsd": 37500,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 65536,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 1000
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {
        "/include_reasoning": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "qwen3.6-27b",
      "provider": "groq",
      "upstream": "qwen/qwen3.6-27b",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 600000,
        "outputPicoUsd": 3000000,
        "cachedInputPicoUsd": 300000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 16384,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 16384,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {
        "/reasoning_format": "hidden"
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "mistral-large-2512",
      "provider": "mistral",
      "upstream": "mistral-large-2512",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 500000,
        "outputPicoUsd": 1500000,
        "cachedInputPicoUsd": 50000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 262144,
        "outputTokens": 262144,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "mistral-medium-2604",
      "provider": "mistral",
      "upstream": "mistral-medium-2604",
      "names": [
        "mistral-medium-3-5",
        "mistral-medium-3.5"
      ],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 1500000,
        "outputPicoUsd": 7500000,
        "cachedInputPicoUsd": 150000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 262144,
        "outputTokens": 262144,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "mistral-small-2603",
      "provider": "mistral",
      "upstream": "mistral-small-2603",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 150000,
        "outputPicoUsd": 600000,
        "cachedInputPicoUsd": 15000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 256000,
        "outputTokens": 256000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "ministral-14b-2512",
      "provider": "mistral",
      "upstream": "ministral-14b-2512",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 200000,
        "outputPicoUsd": 200000,
        "cachedInputPicoUsd": 20000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 262144,
        "outputTokens": 32768,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "ministral-8b-2512",
      "provider": "mistral",
      "upstream": "ministral-8b-2512",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 150000,
        "outputPicoUsd": 150000,
        "cachedInputPicoUsd": 15000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 262144,
        "outputTokens": 32768,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "ministral-3b-2512",
      "provider": "mistral",
      "upstream": "ministral-3b-2512",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 100000,
        "outputPicoUsd": 100000,
        "cachedInputPicoUsd": 10000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 131072,
        "outputTokens": 32768,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3080,
        "pdfPageTokens": 0,
        "imageCounting": {
          "fitPx": 1540,
          "squarePx": 28,
          "tokensPerRow": 1
        }
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "codestral-2508",
      "provider": "mistral",
      "upstream": "codestral-2508",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 300000,
        "outputPicoUsd": 900000,
        "cachedInputPicoUsd": 30000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 256000,
        "outputTokens": 8192,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 0,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          1.5
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": 1
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-5.5",
      "provider": "openai",
      "upstream": "gpt-5.5",
      "names": [],
      "group": "reasoning",
      "judge": "alternative",
      "price": {
        "inputPicoUsd": 5000000,
        "outputPicoUsd": 30000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 272000,
          "inputPicoUsd": 10000000,
          "outputPicoUsd": 45000000,
          "cachedInputPicoUsd": 1000000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1050000,
        "outputTokens": 128000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 12000,
        "pdfPageTokens": 5000,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.2
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-5.4",
      "provider": "openai",
      "upstream": "gpt-5.4",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 2500000,
        "outputPicoUsd": 15000000,
        "cachedInputPicoUsd": 250000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 272000,
          "inputPicoUsd": 5000000,
          "outputPicoUsd": 22500000,
          "cachedInputPicoUsd": 500000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1050000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 12000,
        "pdfPageTokens": 5000,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.2
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-5.2",
      "provider": "openai",
      "upstream": "gpt-5.2",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 1750000,
        "outputPicoUsd": 14000000,
        "cachedInputPicoUsd": 175000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1900,
        "pdfPageTokens": 4400,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.2
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "o3",
      "provider": "openai",
      "upstream": "o3",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 2000000,
        "outputPicoUsd": 8000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 200000,
        "outputTokens": 100000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1300,
        "pdfPageTokens": 3800,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 150,
          "baseTokens": 75
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 3000
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2026-12-11",
      "deprecated": null,
      "successor": "gpt-5.5",
      "isSucceeded": false
    },
    {
      "id": "o3-pro",
      "provider": "openai",
      "upstream": "o3-pro",
      "names": [],
      "group": "reasoning",
      "judge": null,
      "price": {
        "inputPicoUsd": 20000000,
        "outputPicoUsd": 80000000,
        "cachedInputPicoUsd": null,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 200000,
        "outputTokens": 100000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1300,
        "pdfPageTokens": 3800,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 150,
          "baseTokens": 75
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 4000
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2026-12-11",
      "deprecated": null,
      "successor": "gpt-5.5",
      "isSucceeded": false
    },
    {
      "id": "gpt-5.4-mini",
      "provider": "openai",
      "upstream": "gpt-5.4-mini",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 750000,
        "outputPicoUsd": 4500000,
        "cachedInputPicoUsd": 75000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2500,
        "pdfPageTokens": 5000,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.62
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "gpt-5.4-nano",
      "provider": "openai",
      "upstream": "gpt-5.4-nano",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 200000,
        "outputPicoUsd": 1250000,
        "cachedInputPicoUsd": 20000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 3800,
        "pdfPageTokens": 6300,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 2.46
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2027-04-01",
      "deprecated": null,
      "successor": "gpt-5.4-mini",
      "isSucceeded": false
    },
    {
      "id": "gpt-5.1",
      "provider": "openai",
      "upstream": "gpt-5.1",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 1250000,
        "outputPicoUsd": 10000000,
        "cachedInputPicoUsd": 125000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1200,
        "pdfPageTokens": 3700,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 140,
          "baseTokens": 70
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2027-04-01",
      "deprecated": null,
      "successor": "gpt-5.4",
      "isSucceeded": false
    },
    {
      "id": "gpt-5",
      "provider": "openai",
      "upstream": "gpt-5",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 1250000,
        "outputPicoUsd": 10000000,
        "cachedInputPicoUsd": 125000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1200,
        "pdfPageTokens": 3700,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 140,
          "baseTokens": 70
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2500
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2026-12-11",
      "deprecated": null,
      "successor": "gpt-5.5",
      "isSucceeded": false
    },
    {
      "id": "gpt-5-mini",
      "provider": "openai",
      "upstream": "gpt-5-mini",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 250000,
        "outputPicoUsd": 2000000,
        "cachedInputPicoUsd": 25000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 400000,
        "outputTokens": 128000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2500,
        "pdfPageTokens": 5000,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.62
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 2000
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": null,
        "topP": null,
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "low",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 1000
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning/effort": "$value"
              },
              "dropsSampling": true,
              "reasoningTokens": 6000
            }
          ]
        },
        "verbosity": {
          "schema": {
            "description": "How long the answer is.",
            "enum": [
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "set": {
                "/text/verbosity": "$value"
              }
            }
          ]
        }
      },
      "send": {
        "/store": false
      },
      "shutdown": "2026-12-11",
      "deprecated": null,
      "successor": "gpt-5.4-mini",
      "isSucceeded": false
    },
    {
      "id": "gpt-4.1",
      "provider": "openai",
      "upstream": "gpt-4.1",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 2000000,
        "outputPicoUsd": 8000000,
        "cachedInputPicoUsd": 500000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1047576,
        "outputTokens": 32768,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1500,
        "pdfPageTokens": 4000,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 170,
          "baseTokens": 85
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {},
      "send": {
        "/store": false
      },
      "shutdown": "2027-01-14",
      "deprecated": null,
      "successor": "gpt-5.4",
      "isSucceeded": false
    },
    {
      "id": "gpt-4.1-mini",
      "provider": "openai",
      "upstream": "gpt-4.1-mini",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 400000,
        "outputPicoUsd": 1600000,
        "cachedInputPicoUsd": 100000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1047576,
        "outputTokens": 32768,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 2500,
        "pdfPageTokens": 5000,
        "imageCounting": {
          "squarePx": 32,
          "tokensPerSquare": 1.62
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {},
      "send": {
        "/store": false
      },
      "shutdown": "2027-01-14",
      "deprecated": null,
      "successor": "gpt-5.4-mini",
      "isSucceeded": false
    },
    {
      "id": "gpt-4o",
      "provider": "openai",
      "upstream": "gpt-4o",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 2500000,
        "outputPicoUsd": 10000000,
        "cachedInputPicoUsd": 1250000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 128000,
        "outputTokens": 16384,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1500,
        "pdfPageTokens": 4000,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 170,
          "baseTokens": 85
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {},
      "send": {
        "/store": false
      },
      "shutdown": "2027-01-14",
      "deprecated": null,
      "successor": "gpt-5.4",
      "isSucceeded": false
    },
    {
      "id": "gpt-4o-mini",
      "provider": "openai",
      "upstream": "gpt-4o-mini",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 150000,
        "outputPicoUsd": 600000,
        "cachedInputPicoUsd": 75000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 128000,
        "outputTokens": 16384,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 48200,
        "pdfPageTokens": 50700,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 5667,
          "baseTokens": 2833
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {},
      "send": {
        "/store": false
      },
      "shutdown": "2027-01-14",
      "deprecated": null,
      "successor": "gpt-5.4-mini",
      "isSucceeded": false
    },
    {
      "id": "gpt-4o-2024-11-20",
      "provider": "openai",
      "upstream": "gpt-4o-2024-11-20",
      "names": [],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 2500000,
        "outputPicoUsd": 10000000,
        "cachedInputPicoUsd": 1250000,
        "cacheWritePicoUsd": null,
        "longContext": null,
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 128000,
        "outputTokens": 16384,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1500,
        "pdfPageTokens": 4000,
        "imageCounting": {
          "fitPx": 2048,
          "shortSidePx": 768,
          "squarePx": 512,
          "tokensPerSquare": 170,
          "baseTokens": 85
        },
        "pdfPageTextTokens": 2500
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp"
        ],
        "pdf": true
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "native",
      "caching": {
        "mode": "automatic",
        "minTokens": 1024,
        "discountMilli": 500
      },
      "tuning": {},
      "send": {
        "/store": false
      },
      "shutdown": "2027-01-14",
      "deprecated": null,
      "successor": "gpt-5.4",
      "isSucceeded": false
    },
    {
      "id": "grok-4.5",
      "provider": "xai",
      "upstream": "grok-4.5",
      "names": [],
      "group": "reasoning",
      "judge": "reasoning",
      "price": {
        "inputPicoUsd": 2000000,
        "outputPicoUsd": 6000000,
        "cachedInputPicoUsd": 300000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 200000,
          "inputPicoUsd": 4000000,
          "outputPicoUsd": 12000000,
          "cachedInputPicoUsd": 600000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 500000,
        "outputTokens": 30000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 64000,
        "imageTokens": 1792,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 1000
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0.01,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers; none means as little as the model allows.",
            "enum": [
              "none",
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "none",
              "set": {
                "/reasoning_effort": "low"
              },
              "warn": "This model cannot turn thinking off; effort low was sent.",
              "reasoningTokens": 800
            },
            {
              "equals": "low",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 800
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "grok-4.3",
      "provider": "xai",
      "upstream": "grok-4.3",
      "names": [],
      "group": "fast",
      "judge": null,
      "price": {
        "inputPicoUsd": 1250000,
        "outputPicoUsd": 2500000,
        "cachedInputPicoUsd": 200000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 200000,
          "inputPicoUsd": 2500000,
          "outputPicoUsd": 5000000,
          "cachedInputPicoUsd": 400000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 30000,
        "defaultOutputTokens": 16384,
        "uncappedReasoningTokens": 32000,
        "imageTokens": 1792,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 800
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0.01,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {
        "reasoningEffort": {
          "schema": {
            "description": "How long the model thinks before it answers; none turns thinking off.",
            "enum": [
              "none",
              "low",
              "medium",
              "high"
            ]
          },
          "cases": [
            {
              "equals": "none",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 0
            },
            {
              "equals": "low",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 800
            },
            {
              "equals": "medium",
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 2500
            },
            {
              "set": {
                "/reasoning_effort": "$value"
              },
              "reasoningTokens": 6000
            }
          ]
        }
      },
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": null,
      "isSucceeded": false
    },
    {
      "id": "grok-4.20-0309-non-reasoning",
      "provider": "xai",
      "upstream": "grok-4.20-0309-non-reasoning",
      "names": [
        "grok-4.20-non-reasoning"
      ],
      "group": "legacy",
      "judge": null,
      "price": {
        "inputPicoUsd": 1250000,
        "outputPicoUsd": 2500000,
        "cachedInputPicoUsd": 200000,
        "cacheWritePicoUsd": null,
        "longContext": {
          "overInputTokens": 200000,
          "inputPicoUsd": 2500000,
          "outputPicoUsd": 5000000,
          "cachedInputPicoUsd": 400000,
          "cacheWritePicoUsd": null
        },
        "searchPicoUsd": null,
        "checked": "2026-11-20"
      },
      "limits": {
        "contextTokens": 1000000,
        "outputTokens": 30000,
        "defaultOutputTokens": 8192,
        "uncappedReasoningTokens": 0,
        "imageTokens": 1792,
        "pdfPageTokens": 0
      },
      "typicalOutputTokens": {
        "answer": 1000,
        "verdict": 500,
        "reasoning": 0
      },
      "accepts": {
        "images": [
          "image/png",
          "image/jpeg"
        ],
        "pdf": false
      },
      "sampling": {
        "temperature": [
          0,
          2
        ],
        "topP": [
          0.01,
          1
        ],
        "together": true,
        "greedyTopP": null
      },
      "schemaEnforcement": "instruction",
      "caching": {
        "mode": "automatic",
        "minTokens": null,
        "discountMilli": null
      },
      "tuning": {},
      "send": {},
      "shutdown": null,
      "deprecated": null,
      "successor": "grok-4.3",
      "isSucceeded": false
    }
  ]
};

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

export const registry: RegistryData = frozen(data);
