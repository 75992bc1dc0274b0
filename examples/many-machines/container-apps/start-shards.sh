#!/bin/sh
# Starts one execution of a Container Apps job for each shard. Replicas of one execution have no number, so each shard has an execution.
#
# az containerapp job create --name export-readings --resource-group shop --environment shop --image "$IMAGE" \
#   --trigger-type Manual --replica-timeout 86400 --replica-retry-limit 5 --cpu 1 --memory 2Gi \
#   --secrets tables="$TABLES_CONNECTION_STRING"
# Mount a file share at /lake, with plan.json in it: https://learn.microsoft.com/azure/container-apps/storage-mounts
set -eu
SHARDS=${SHARDS:-16}
for index in $(seq 1 "$SHARDS"); do
  # Variables are only taken together with an image.
  az containerapp job start --name export-readings --resource-group shop --image "$IMAGE" \
    --env-vars "SHARD=$index/$SHARDS" OUT=/lake TABLES_CONNECTION_STRING=secretref:tables
done
